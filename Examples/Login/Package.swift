// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

let harvest = Target.Dependency.product(name: "Harvest", package: "Millrace")
let harvestDiagram = Target.Dependency.product(name: "HarvestDiagram", package: "Millrace")
let millraceTesting = Target.Dependency.product(name: "MillraceTesting", package: "Millrace")
let lineTerminal = Target.Dependency.product(name: "LineTerminal", package: "Support")
let flowWatch = Target.Dependency.product(name: "FlowWatch", package: "Support")

let package = Package(
  name: "Login",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "login", targets: ["LoginProgram"]),
    .executable(name: "harvest-diagram", targets: ["DiagramProgram"]),
  ],
  dependencies: [.package(name: "Millrace", path: "../.."), .package(name: "Support", path: "../Support")],
  targets: [
    // The machine: a table, and the dependencies of its effects.
    .target(name: "LoginMachine", dependencies: [harvest], swiftSettings: settings),
    // Input and output. A session from a file has a manual clock, from MillraceTesting.
    .executableTarget(
      name: "LoginProgram",
      dependencies: ["LoginMachine", harvest, millraceTesting, lineTerminal, flowWatch],
      swiftSettings: settings),
    // Draws the machine, and checks it.
    .executableTarget(
      name: "DiagramProgram", dependencies: ["LoginMachine", harvest, harvestDiagram], swiftSettings: settings
    ),
    .testTarget(
      name: "LoginMachineTests", dependencies: ["LoginMachine", harvest, millraceTesting],
      swiftSettings: settings),
    .testTarget(
      name: "LoginProgramTests", dependencies: ["LoginProgram", "LoginMachine", harvest, millraceTesting],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
