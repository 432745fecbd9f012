const LENGTH = 10_000;

document.querySelector<HTMLTextAreaElement>("#text")!.value = "x ".repeat(LENGTH / 2);
document.querySelector<HTMLInputElement>("#line")!.value = "Denton Creek";
