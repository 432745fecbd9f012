import { routes } from "../routes.ts";
import { ProcessPicture } from "../ui/status/ProcessPicture.tsx";
import { TextLink, TextPage } from "./TextPage.tsx";

/** Help on records and the way of a model from description to acceptance. */
export const AboutPage = () => (
  <TextPage title="About metadata records & the upload process">
    <h2>One record, one model</h2>
    <p>
      A metadata record describes exactly one flood model: what it is called and where it lies, what it was
      made for, with which software, by whom, and whom to ask about it.
    </p>
    <p>
      A record is saved once everything required is filled in and nothing is wrong; the form lists what is
      missing. Until then this device keeps what you have typed, and the form offers it to you when you come
      back. You can edit a record while it is in progress. Once its model has been uploaded it can only be
      read, unless the agency returns it to you.
    </p>
    <p>
      Models that resemble each other need not be described from scratch: duplicate a record from the menu on
      its card, then change what differs.
    </p>
    <p>
      A page of its own says <TextLink to={routes.dictionary}>what each field means</TextLink>, what is
      checked, and what the field is called in the metadata YAML file.
    </p>
    <h2>From record to acceptance</h2>
    <ProcessPicture />
    <Stages />
    <h2>After the upload</h2>
    <p>
      After a successful upload, wait about 15 minutes for the record to become pending admin acceptance.
      Uploads of 15G or more need extra time.
    </p>
    <p>
      An admin of the agency then accepts or rejects the model. A rejection gives its reasons in detail; you
      find them on the record, where you can also write to the admin.
    </p>
    <h2>Several uploads of one model</h2>
    <p>
      If you upload a model again before it is decided on, files that differ between the uploads are listed as
      conflicts. Home shows a banner for them, and the record lets you choose a whole upload, or a version
      file by file.
    </p>
    <h2>Something does not work?</h2>
    <p>
      <TextLink to={routes.support}>Write to support</TextLink> with the details of the problem.
    </p>
  </TextPage>
);

/** The three stages of handing over a model. */
const Stages = () => (
  <ol>
    <li>
      <h3>Metadata YAML file</h3>
      Fill in the record and proceed to upload. Download the metadata YAML file there, place it in the
      model&apos;s root folder, and zip that folder.
    </li>
    <li>
      <h3>Upload script</h3>
      Download the upload script for Windows or for Mac and Linux, and run it with the command the page builds
      for you. It sends the zip to the agency&apos;s storage.
    </li>
    <li>
      <h3>Status tracking</h3>
      Watch the record&apos;s status on Home: in progress, then pending admin acceptance, then accepted or
      rejected.
    </li>
  </ol>
);
