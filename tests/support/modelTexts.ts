import type { ModelFile } from "../../src/contract/models/fileFacts.ts";
import type { ModelSource } from "../../src/contract/models/readModelFiles.ts";

type Content = string | Uint8Array | (Partial<ModelFile> & { text?: string; bytes?: Uint8Array });

/** A model in memory, by path; texts have Windows line ends. */
export function modelSource(contents: Record<string, Content>): ModelSource & { reads: [string, number][] } {
  const bytes = new Map<string, Uint8Array>();
  const files = Object.entries(contents).map(([path, content]): ModelFile => {
    const about = typeof content === "string" || content instanceof Uint8Array ? {} : content;
    const { text = "", bytes: given, ...listed } = about as { text?: string; bytes?: Uint8Array };
    const own =
      content instanceof Uint8Array
        ? content
        : (given ?? Buffer.from(typeof content === "string" ? content : text, "latin1"));
    bytes.set(path, own);
    return { path, size: own.length, ...listed };
  });
  const reads: [string, number][] = [];
  return {
    files,
    reads,
    read: async (path, length, offset = 0) => {
      reads.push([path, length]);
      return bytes.get(path)!.subarray(offset, offset + length);
    },
  };
}

const lines = (...text: string[]) => text.join("\r\n") + "\r\n";

/** NAD 1983 State Plane Texas North Central, in feet, as HEC-RAS writes it. */
export const TEXAS_NORTH_CENTRAL =
  'PROJCS["NAD_1983_StatePlane_Texas_North_Central_FIPS_4202_Feet",GEOGCS["GCS_North_American_1983",' +
  'DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],' +
  'UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",1968500.0],' +
  'PARAMETER["False_Northing",6561666.666666666],PARAMETER["Central_Meridian",-98.5],' +
  'PARAMETER["Standard_Parallel_1",32.13333333333333],PARAMETER["Standard_Parallel_2",33.96666666666667],' +
  'PARAMETER["Latitude_Of_Origin",31.66666666666667],UNIT["Foot_US",0.3048006096012192]]';

/** The files of a small HEC-RAS project: Pecan Branch near Justin in Denton County. */
export const pecanBranch = {
  "Model_Files/Pecan.prj": lines(
    "Proj Title=Pecan Branch",
    "Current Plan=p02",
    "Default Exp/Contr=0.3,0.1",
    "English Units",
    "Geom File=g01",
    "Flow File=f01",
    "Unsteady File=u01",
    "Plan File=p01",
    "Plan File=p02",
    "BEGIN DESCRIPTION:",
    "Geom File=g77",
    "END DESCRIPTION:",
    "DSS File=dss",
  ),
  "Model_Files/Pecan.p01": lines(
    "Plan Title=1% steady",
    "Program Version=5.07",
    "Short Identifier=Steady      ",
    "Simulation Date=,,,",
    "Geom File=g01",
    "Flow File=f01",
  ),
  "Model_Files/Pecan.p02": lines(
    "Plan Title=May 2015",
    "Program Version=6.50",
    "Short Identifier=May15",
    "Simulation Date=24MAY2015,0000,26MAY2015,2400",
    "Geom File=g01",
    "Flow File=u01",
  ),
  "Model_Files/Pecan.g01": lines(
    "Geom Title=Surveyed 2023",
    "Program Version=6.31",
    "River Reach=Pecan Branch    ,Upper           ",
    "Reach XY= 2 ",
    "      2330000.00      7080000.00      2331000.00      7081000.00",
    "Type RM Length L Ch R = 1 ,2000    ,500,500,500",
    "XS GIS Cut Line=3",
    "2330010.123456787080000.123456782330020.123456787080010.12345678",
    "2330030.123456787080020.12345678",
    "Type RM Length L Ch R = 3 ,1500    ,500,500,500",
    "Type RM Length L Ch R = 2 ,1200    ,500,500,500",
    "Type RM Length L Ch R = 1 ,1000    ,500,500,500",
    "Storage Area=Floodplain      ,2330500,7080500",
    "Storage Area Surface Line= 4 ",
    "      2330000.00      7080000.00                ",
    "      2332000.00      7080000.00                ",
    "      2332000.00      7082000.00                ",
    "      2330000.00      7082000.00                ",
    "Storage Area Is2D=-1",
    "Storage Area=Pond            ,2330500,7080500",
    "Storage Area Is2D=0",
  ),
  "Model_Files/Pecan.f01": lines("Flow Title=1% flows", "Program Version=6.50", "Number of Profiles= 2 "),
  "Model_Files/Pecan.u01": lines(
    "Flow Title=May 2015",
    "Program Version=6.30",
    "Boundary Location=Pecan Branch    ,Upper           ,2000    ,        ,                ,                ,                ,                ",
    "DSS File=inflow.dss",
    "Use DSS=True",
    "Boundary Location=Pecan Branch    ,Upper           ,1000    ,        ,                ,                ,                ,                ",
    "DSS File=never_used.dss",
    "Use DSS=False",
  ),
  "Model_Files/inflow.dss": "dss",
  "Model_Files/Pecan.rasmap": lines(
    "<RASMapper>",
    '  <RASProjectionFilename Filename=".\\Projection\\texas.prj" />',
    '  <Layer Name="Terrain" Type="TerrainLayer" Filename=".\\Terrain\\Terrain.hdf" />',
    '  <Layer Name="Streets" Type="WMSLayer" Filename="%LocalAppData%\\HEC\\Mapping\\streets.xml" />',
    "</RASMapper>",
  ),
  "Model_Files/Projection/texas.prj": TEXAS_NORTH_CENTRAL,
  "Model_Files/Terrain/Terrain.hdf": "",
};

/** The same files without one of them. */
export const pecanWithout = (path: keyof typeof pecanBranch): Record<string, string> =>
  Object.fromEntries(Object.entries(pecanBranch).filter(([name]) => name !== path));
