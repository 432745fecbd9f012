const LENGTH = 10_000;

/** Nothing but the browser's own inputs: what no form can be quicker than. */
document.querySelector<HTMLTextAreaElement>("#text")!.value = "x ".repeat(LENGTH / 2);
document.querySelector<HTMLInputElement>("#line")!.value = "Denton Creek";
