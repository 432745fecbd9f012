import { routes } from "../routes.ts";
import { ProcessDiagram } from "../ui/status/ProcessDiagram.tsx";
import { TextLink, TextPage } from "./TextPage.tsx";

export const AboutPage = () => (
  <TextPage title="About metadata records & the upload process">
    <h2>One record, one model</h2>
    <p>
      A metadata record describes exactly one flood model: its name, location, purpose, software, originator
      and contacts.
    </p>
    <p>
      You can save a record once all required fields are filled in without errors. The form lists what is
      missing. Until then your changes are stored on this device, and the form offers them when you come back.
      You can edit a record while it is in progress. After the upload it is read-only, unless the agency
      returns it to you.
    </p>
    <p>
      To describe a similar model, duplicate a record from the menu on its card, then change what differs.
    </p>
    <p>
      See <TextLink to={routes.dictionary}>what each field means</TextLink>, what is checked, and the
      field&apos;s name in the metadata YAML file.
    </p>
    <h2>From record to acceptance</h2>
    <ProcessDiagram />
    <Stages />
    <h2>After the upload</h2>
    <p>
      After a successful upload, wait about 15 minutes for the status to change to{" "}
      <em>pending admin acceptance</em>. Uploads of 15G or more need extra time.
    </p>
    <p>
      An agency admin then accepts or rejects the model. A rejection gives detailed reasons. You find them on
      the record, where you can also send messages to the admin.
    </p>
    <p>
      An admin can also request changes. The record is then in progress again and lists what to correct.
      Correct or answer each point, and upload the model again.
    </p>
    <h2>Several uploads of one model</h2>
    <p>
      If you upload a model again before the decision, files that differ between the uploads are conflicts.
      The metadata file is an exception: the newest one replaces the others. Home shows a banner for
      conflicts. On the record you choose one whole upload, or a version for each file.
    </p>
    <h2>Something not working?</h2>
    <p>
      <TextLink to={routes.support}>Write to support</TextLink> with the details of the problem.
    </p>
  </TextPage>
);

const Stages = () => (
  <ol>
    <li>
      <h3>Download the metadata YAML file</h3>
      Fill in the record and proceed to upload. Download the metadata YAML file there, place it in the
      model&apos;s root folder, and zip that folder.
    </li>
    <li>
      <h3>Run the upload script</h3>
      Download the upload script for Windows or for Mac and Linux, and run it with the command the page builds
      for you. It uploads the zip to the agency&apos;s storage.
    </li>
    <li>
      <h3>Track the status</h3>
      Watch the record&apos;s status on Home: <em>in progress</em>, then <em>pending admin acceptance</em>,
      then <em>accepted</em> or <em>rejected</em>.
    </li>
  </ol>
);
