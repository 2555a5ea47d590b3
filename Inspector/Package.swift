// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

func millrace(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: $0, package: "Millrace") }
}

func support(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: $0, package: "Support") }
}

let package = Package(
  name: "Inspector",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "millrace-inspect", targets: ["InspectorProgram"]),
    .executable(name: "inspector-bench", targets: ["InspectorBench"]),
  ],
  dependencies: [
    .package(name: "Millrace", path: ".."), .package(name: "Support", path: "../Examples/Support"),
  ],
  targets: [
    // Histories, their index, filters, parts of JSON and the time line: pure values.
    .target(name: "InspectorCore", dependencies: millrace("Millrace"), swiftSettings: settings),
    // Stretches of histories in other forms: exports, tests, pictures, traces. Pure values.
    .target(
      name: "InspectorOut", dependencies: millrace("Millrace", "MillraceJournal"), swiftSettings: settings),
    // Histories in files: journals, exports, recordings.
    .target(
      name: "InspectorFiles", dependencies: ["InspectorCore"] + millrace("Millrace", "MillraceJournal"),
      swiftSettings: settings),
    // The sockets of the applications, HTTP, and the page.
    .target(
      name: "InspectorServer",
      dependencies: ["InspectorCore", "InspectorFiles", "InspectorOut"]
        + millrace("Millrace", "MillraceJournal", "MillraceInspectorWire") + support("HTTPDaemon"),
      resources: [.copy("Page")], swiftSettings: settings),
    .executableTarget(
      name: "InspectorProgram",
      dependencies: ["InspectorServer"] + millrace("MillraceInspectorWire")
        + support("HTTPDaemon", "ProcessSignals"), swiftSettings: settings),

    // The figures of Scripts/bench.
    .executableTarget(
      name: "InspectorBench",
      dependencies: ["InspectorServer"] + millrace("MillraceInspectorWire")
        + support("HTTPDaemon", "WireFixture"),
      path: "Benchmarks/InspectorBench", swiftSettings: settings),

    .testTarget(
      name: "InspectorCoreTests", dependencies: ["InspectorCore"] + millrace("Millrace", "MillraceJournal"),
      swiftSettings: settings),
    .target(
      name: "InspectorSample", dependencies: millrace("Millrace"), path: "Tests/InspectorSample",
      swiftSettings: settings),
    .testTarget(
      name: "InspectorOutTests",
      dependencies: ["InspectorOut", "InspectorSample"]
        + millrace("Millrace", "MillraceJournal", "MillraceTesting"),
      swiftSettings: settings),
    .testTarget(
      name: "InspectorFilesTests",
      dependencies: ["InspectorCore", "InspectorFiles", "InspectorSample"]
        + millrace("Millrace", "MillraceJournal", "MillraceTesting"),
      swiftSettings: settings),
    // Tests that InspectorOut has written, with the settings of a user's package.
    .testTarget(
      name: "InspectorGeneratedTests",
      dependencies: ["InspectorSample"] + millrace("Millrace", "MillraceTesting")),
    .testTarget(
      name: "InspectorServerTests",
      dependencies: ["InspectorCore", "InspectorServer", "InspectorProgram"]
        + millrace("Millrace", "MillraceInspector", "MillraceInspectorWire", "MillraceJournal")
        + support("HTTPDaemon", "WireFixture", "ProcessFixture"),
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
