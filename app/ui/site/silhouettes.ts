/** Silhouette of a half icon (design/icons/half), 96 px box: the `shape`, the `cuts` on it, and `lines` next to it. */
export interface Silhouette {
  shape: string;
  lines?: string;
  cuts?: string;
  /** It fills the middle half of the box. */
  isNarrow?: true;
}

/** Services and industries, keyed by the name used in the content. */
export const silhouettes: Record<string, Silhouette> = {
  "web-app": {
    shape: "M8 16h80v64h-80z",
    cuts: "M8 32H88M16 24h4M24 24h4M18 42h26v26H18zM54 44h26M54 54h26M54 64h14",
  },
  dapp: {
    shape:
      "M4 18a12 12 0 1 0 24 0a12 12 0 1 0-24 0zM68 18a12 12 0 1 0 24 0a12 12 0 1 0-24 0zM4 78a12 12 0 1 0 24 0a12 12 0 1 0-24 0zM68 78a12 12 0 1 0 24 0a12 12 0 1 0-24 0zM30 30h36v36h-36z",
    lines: "M32 32 24 25M64 32 72 25M32 64 24 71M64 64 72 71",
  },
  blockchain: {
    shape: "M4 6h38v36h-38zM54 6h38v36h-38zM4 54h38v36h-38zM54 54h38v36h-38z",
    lines: "M42 24H54M72 42V54M54 72H42",
    cuts: "M12 18H32M12 30H24M64 18H84M64 30H76M12 66H32M12 78H24M64 66H84M64 78H76",
  },
  "mobile-app": {
    shape: "M24 4h48v88h-48z",
    cuts: "M42 12h12M32 22h32v30H32zM32 62h32M32 70h32M32 78h18",
    isNarrow: true,
  },
  devops: {
    shape: "M48 6A42 42 0 1 1 48 90 42 42 0 1 1 48 6ZM48 26A22 22 0 1 0 48 70 22 22 0 1 0 48 26Z",
    cuts: "M72 42l8 9 9-9M24 54l-8-9-9 9M42 9l9 7-9 8M54 87l-9-7 9-8",
  },
  "ui-ux": {
    shape: "M48 4 72 52 62 74H34L24 52ZM32 78h32v12h-32z",
    lines: "M8 26h14M74 26h14M4 22h8v8H4zM84 22h8v8h-8z",
    cuts: "M48 50V74M42 44a6 6 0 1 0 12 0a6 6 0 1 0-12 0z",
  },
  defi: {
    shape: "M8 48a40 40 0 1 0 80 0a40 40 0 1 0-80 0z",
    cuts: "M18 48a30 30 0 1 0 60 0a30 30 0 1 0-60 0zM34 62V48M44 62V36M54 62V44M64 62V32",
  },
  education: {
    shape: "M6 20C22 14 38 16 48 24 58 16 74 14 90 20V78C74 72 58 74 48 82 38 74 22 72 6 78Z",
    cuts: "M48 24V82M16 34C24 31 32 32 38 35M16 46C24 43 32 44 38 47M58 35C64 32 72 31 80 34M58 47C64 44 72 43 80 46M58 59C64 56 72 55 80 58M16 58C24 55 32 56 38 59",
  },
  healthcare: {
    shape: "M29 8H67V29H88V67H67V88H29V67H8V29H29Z",
    cuts: "M15 48H34L40 36 50 62 57 48H81",
  },
  hospitality: {
    shape: "M10 68A38 38 0 0 1 86 68ZM4 74h88v10h-88z",
    lines: "M48 30V20M40 16H56",
    cuts: "M22 62A27 27 0 0 1 42 42M60 43A27 27 0 0 1 74 60",
  },
  "e-commerce": {
    shape: "M14 30H82L90 88H6Z",
    lines: "M34 30V22a14 14 0 0 1 28 0V30",
    cuts: "M34 42a14 14 0 0 0 28 0M24 76H72",
  },
  "real-estate": {
    shape: "M10 90V36L48 8 86 36V90Z",
    cuts: "M40 90V66H56V90M24 44H36V54H24zM60 44H72V54H60zM24 66H32M64 66H72M42 30H54",
  },
};
