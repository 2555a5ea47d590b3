// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

// Apple's systems have the libraries without a description for pkg-config, and would be asked for one in vain.
#if os(Linux)
let sqliteDescription: String? = "sqlite3"
let curlDescription: String? = "libcurl"
#else
let sqliteDescription: String? = nil
let curlDescription: String? = nil
#endif

let package = Package(
  name: "Millrace",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "MillraceCore", targets: ["MillraceCore"]),
    .library(name: "Millrace", targets: ["Millrace"]),
    .library(name: "MillraceOptics", targets: ["MillraceOptics"]),
    .library(name: "MillraceToolkit", targets: ["MillraceToolkit"]),
    .library(name: "Aftermath", targets: ["Aftermath"]),
    .library(name: "AftermathRouting", targets: ["AftermathRouting"]),
    .library(name: "AftermathComponents", targets: ["AftermathComponents"]),
    .library(name: "AftermathTesting", targets: ["AftermathTesting"]),
    .library(name: "Flask", targets: ["Flask"]),
    .library(name: "FlaskTesting", targets: ["FlaskTesting"]),
    .library(name: "Katana", targets: ["Katana"]),
    .library(name: "KatanaHTTP", targets: ["KatanaHTTP"]),
    .library(name: "KatanaTesting", targets: ["KatanaTesting"]),
    .library(name: "Harvest", targets: ["Harvest"]),
    .library(name: "HarvestOptics", targets: ["HarvestOptics"]),
    .library(name: "HarvestStore", targets: ["HarvestStore"]),
    .library(name: "HarvestDiagram", targets: ["HarvestDiagram"]),
    .library(name: "HarvestTesting", targets: ["HarvestTesting"]),
    .library(name: "MillraceTesting", targets: ["MillraceTesting"]),
    .library(name: "MillraceCoding", targets: ["MillraceCoding"]),
    .library(name: "MillraceJournal", targets: ["MillraceJournal"]),
    .library(name: "MillraceSync", targets: ["MillraceSync"]),
    .library(name: "MillraceSyncHTTP", targets: ["MillraceSyncHTTP"]),
    .library(name: "MillraceSyncTesting", targets: ["MillraceSyncTesting"]),
    .library(name: "MillraceInspector", targets: ["MillraceInspector"]),
    .library(name: "MillraceInspectorWire", targets: ["MillraceInspectorWire"]),
    .library(name: "MillraceDifference", targets: ["MillraceDifference"]),
    .library(name: "MillraceNavigation", targets: ["MillraceNavigation"]),
    .library(name: "MillraceForms", targets: ["MillraceForms"]),
    .library(name: "MillraceQueries", targets: ["MillraceQueries"]),
    .library(name: "MillraceUndo", targets: ["MillraceUndo"]),
    .library(name: "MillracePersistence", targets: ["MillracePersistence"]),
    .library(name: "MillraceLogging", targets: ["MillraceLogging"]),
    .library(name: "MillraceDependencies", targets: ["MillraceDependencies"]),
    .library(name: "MillraceHTTP", targets: ["MillraceHTTP"]),
    .executable(name: "millrace", targets: ["MillraceCommand"]),
  ],
  targets: [
    .target(name: "MillraceCore", swiftSettings: settings),
    .target(name: "MillraceOptics", swiftSettings: settings),
    .target(name: "Millrace", dependencies: ["MillraceCore", "MillraceOptics"], swiftSettings: settings),
    .target(name: "MillraceToolkit", dependencies: ["Millrace", "MillraceCore"], swiftSettings: settings),
    .target(
      name: "Aftermath", dependencies: ["Millrace", "MillraceCore", "MillraceOptics", "MillraceToolkit"],
      swiftSettings: settings),
    .target(name: "AftermathRouting", dependencies: ["Aftermath", "Millrace"], swiftSettings: settings),
    .target(
      name: "AftermathComponents",
      dependencies: ["MillraceSupport", "Aftermath", "Millrace", "MillraceCore"],
      swiftSettings: settings),
    .target(
      name: "Flask",
      dependencies: ["MillraceSupport", "Millrace", "MillraceCore", "MillraceOptics", "MillraceToolkit"],
      swiftSettings: settings),
    .target(
      name: "AftermathTesting", dependencies: ["Aftermath", "Millrace", "MillraceTesting"],
      swiftSettings: settings),
    .target(
      name: "FlaskTesting", dependencies: ["Flask", "Millrace", "MillraceTesting"], swiftSettings: settings),
    .target(name: "MillraceSupport", dependencies: ["Millrace"], swiftSettings: settings),
    .target(
      name: "Katana",
      dependencies: ["Millrace", "MillraceCore", "MillraceOptics", "MillraceToolkit", "MillraceSupport"],
      swiftSettings: settings),
    .systemLibrary(name: "CCurl", pkgConfig: curlDescription, providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(
      name: "MillraceHTTP",
      dependencies: [
        "Millrace", "MillraceDependencies", "MillraceSupport",
        .target(name: "CCurl", condition: .when(platforms: [.linux, .macOS])),
      ], swiftSettings: settings),
    .target(
      name: "KatanaHTTP", dependencies: ["Katana", "Millrace", "MillraceHTTP", "MillraceSupport"],
      swiftSettings: settings),
    .target(
      name: "KatanaTesting", dependencies: ["Katana", "Millrace", "MillraceTesting"], swiftSettings: settings),
    .target(
      name: "Harvest", dependencies: ["Millrace", "MillraceCore", "MillraceOptics", "MillraceToolkit"],
      swiftSettings: settings),
    .target(name: "HarvestOptics", dependencies: ["Harvest", "MillraceOptics"], swiftSettings: settings),
    .target(name: "HarvestStore", dependencies: ["Harvest", "Millrace"], swiftSettings: settings),
    .target(
      name: "HarvestDiagram", dependencies: ["MillraceSupport", "Harvest", "Millrace"],
      swiftSettings: settings),
    .target(
      name: "HarvestTesting", dependencies: ["Harvest", "Millrace", "MillraceTesting"],
      swiftSettings: settings),
    .target(
      name: "MillraceTesting",
      dependencies: ["MillraceSupport", "Millrace", "MillraceCore", "MillraceDifference"],
      swiftSettings: settings),
    .systemLibrary(name: "CSQLite", pkgConfig: sqliteDescription, providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "MillraceInspectorWire", swiftSettings: settings),
    .target(
      name: "MillraceInspector",
      dependencies: [
        "MillraceSupport", "Millrace", "MillraceToolkit", "MillraceCoding", "MillraceInspectorWire",
      ],
      swiftSettings: settings),
    .target(name: "MillraceCoding", dependencies: ["Millrace", "MillraceCore"], swiftSettings: settings),
    .target(
      name: "MillraceJournal",
      dependencies: [
        "MillraceSupport", "Millrace", "MillraceCore", "MillraceCoding", "MillraceSQLite", "CSQLite",
      ],
      swiftSettings: settings),
    .target(
      name: "MillraceSQLite", dependencies: ["MillraceSupport", "Millrace", "CSQLite"],
      swiftSettings: settings),
    .target(
      name: "MillraceSync",
      dependencies: [
        "MillraceSupport", "Millrace", "MillraceCore", "MillraceToolkit", "MillraceCoding", "MillraceSQLite",
      ],
      swiftSettings: settings),
    .target(
      name: "MillraceSyncHTTP",
      dependencies: ["MillraceSync", "KatanaHTTP", "Katana", "Millrace", "MillraceCoding"],
      swiftSettings: settings),
    .target(
      name: "MillraceSyncTesting", dependencies: ["MillraceSync", "Millrace", "MillraceCore"],
      swiftSettings: settings),
    .target(
      name: "MillraceDifference", dependencies: ["MillraceSupport", "Millrace", "MillraceCore"],
      swiftSettings: settings),
    .target(
      name: "MillraceNavigation", dependencies: ["Millrace", "MillraceCore", "MillraceOptics"],
      swiftSettings: settings),
    .target(
      name: "MillraceForms", dependencies: ["Millrace", "MillraceCore", "MillraceOptics"],
      swiftSettings: settings),
    .target(
      name: "MillraceQueries", dependencies: ["Millrace", "MillraceCore", "MillraceOptics"],
      swiftSettings: settings),
    .target(
      name: "MillraceUndo", dependencies: ["MillraceSupport", "Millrace", "MillraceCore", "MillraceOptics"],
      swiftSettings: settings),
    .target(
      name: "MillracePersistence",
      dependencies: ["MillraceSupport", "Millrace", "MillraceCore", "MillraceToolkit"],
      swiftSettings: settings),
    .target(
      name: "MillraceLogging",
      dependencies: [
        "MillraceSupport", "Millrace", "MillraceToolkit", "MillraceCoding", "MillraceDifference",
      ],
      swiftSettings: settings),
    .target(
      name: "MillraceDependencies", dependencies: ["MillraceSupport", "Millrace"], swiftSettings: settings),
    .executableTarget(
      name: "MillraceCommand", dependencies: ["MillraceSupport", "MillraceJournal", "Millrace"],
      swiftSettings: settings),
    .target(name: "ProcessFixture", path: "Tests/ProcessFixture", swiftSettings: settings),
    .testTarget(
      name: "ProcessFixtureTests", dependencies: ["ProcessFixture", "TestResources"], swiftSettings: settings),
    .target(name: "TestResources", dependencies: ["ProcessFixture"], path: "Tests/TestResources"),
    .testTarget(
      name: "MillraceCoreTests",
      dependencies: ["MillraceCore", "MillraceOptics", "TestResources"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MillraceTests",
      dependencies: [
        "TestResources", "Millrace", "MillraceCore", "MillraceTesting", "MillraceToolkit", "RecordFixture",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MillraceTestingTests",
      dependencies: [
        "TestResources",
        "MillraceTesting", "Millrace", "MillraceCore", "Aftermath", "AftermathTesting", "Flask",
        "FlaskTesting", "Katana",
        "KatanaTesting", "Harvest", "HarvestTesting", "MillraceDependencies", "MillraceToolkit",
        "MillraceDifference", "MillraceForms",
      ],
      swiftSettings: settings
    ),
    .target(name: "FaultyFiles", dependencies: ["CSQLite"], path: "Tests/FaultyFiles"),
    .testTarget(
      name: "MillraceJournalTests",
      dependencies: [
        "TestResources",
        "MillraceJournal", "MillraceSQLite", "MillraceCoding", "Millrace", "MillraceTesting", "RecordFixture",
        "CSQLite", "FaultyFiles",
        "Aftermath", "Flask",
        "Katana",
        "Harvest",
      ],
      // Files of each form of journals, which the tests copy and read.
      exclude: ["Forms/Files"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MillraceInspectorTests",
      dependencies: [
        "MillraceSupport",
        "MillraceInspector", "MillraceInspectorWire", "MillraceCoding", "Millrace", "MillraceToolkit",
        "MillraceTesting", "RecordFixture", "TestResources", "Harvest",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MillraceSyncTests",
      dependencies: [
        "TestResources", "MillraceSync", "MillraceSyncTesting", "MillraceSQLite", "MillraceCoding",
        "Millrace", "MillraceCore", "MillraceToolkit", "MillraceTesting", "MillraceJournal", "FaultyFiles",
        "Aftermath", "Katana", "Harvest",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MillraceSyncHTTPTests",
      dependencies: [
        "TestResources", "MillraceSyncHTTP", "MillraceSync", "MillraceSyncTesting", "MillraceCoding",
        "Millrace", "KatanaHTTP", "MillraceTesting", "HTTPFixture", "RawFixture",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MillraceDifferenceTests",
      dependencies: [
        "MillraceSupport", "MillraceDifference", "MillraceForms", "MillraceUndo", "Millrace", "TestResources",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MillraceNavigationTests",
      dependencies: [
        "MillraceNavigation", "Millrace", "MillraceTesting", "TestResources", "MillraceDependencies",
        "MillraceForms",
        "MillraceJournal", "MillraceQueries", "MillraceUndo",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MillraceFormsTests",
      dependencies: ["MillraceForms", "Millrace", "MillraceCoding", "MillraceTesting", "TestResources"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MillraceQueriesTests",
      dependencies: [
        "MillraceQueries", "Millrace", "MillraceTesting", "TestResources", "MillraceJournal",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MillraceUndoTests",
      dependencies: [
        "TestResources", "MillraceUndo", "Millrace", "MillraceOptics", "MillraceTesting", "MillraceJournal",
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "KeepFixture", dependencies: ["Millrace", "MillracePersistence"], path: "Tests/KeepFixture",
      swiftSettings: settings),
    .testTarget(
      name: "MillracePersistenceTests",
      dependencies: [
        "MillracePersistence", "Millrace", "MillraceTesting", "TestResources", "MillraceJournal",
        "MillraceSupport", "KeepFixture", "Harvest",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MillraceLoggingTests",
      dependencies: [
        "MillraceSupport",
        "MillraceLogging", "MillraceDifference", "Millrace", "MillraceTesting", "MillraceToolkit",
        "MillraceCoding", "Katana", "Harvest", "Flask", "Aftermath", "TestResources",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MillraceDependenciesTests",
      dependencies: ["MillraceDependencies", "Millrace", "MillraceTesting", "TestResources"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MillraceCommandTests",
      dependencies: ["MillraceSupport", "MillraceCommand", "MillraceJournal", "MillraceSQLite", "Millrace"],
      swiftSettings: settings
    ),
    .target(
      name: "RecordFixture", dependencies: ["Millrace"], path: "Tests/RecordFixture", swiftSettings: settings),
    .target(name: "HTTPFixture", path: "Tests/HTTPFixture", swiftSettings: settings),
    .testTarget(
      name: "KatanaTests",
      dependencies: [
        "TestResources",
        "Katana", "KatanaTesting", "Millrace", "MillraceTesting", "MillraceToolkit", "RecordFixture",
        "MillraceSupport",
      ],
      swiftSettings: settings
    ),
    .target(name: "RawFixture", path: "Tests/RawFixture", swiftSettings: settings),
    .testTarget(
      name: "KatanaHTTPTests",
      dependencies: [
        "TestResources",
        "KatanaHTTP", "MillraceHTTP", "MillraceDependencies", "Katana", "KatanaTesting", "Millrace",
        "MillraceTesting", "HTTPFixture", "RawFixture",
        .target(name: "CCurl", condition: .when(platforms: [.linux, .macOS])),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "PlainFixture", dependencies: ["Aftermath"], path: "Tests/PlainFixture", swiftSettings: settings),
    .testTarget(
      name: "AftermathTests",
      dependencies: [
        "MillraceSupport",
        "TestResources",
        "Aftermath", "AftermathRouting", "AftermathComponents", "AftermathTesting", "Millrace",
        "MillraceTesting", "MillraceToolkit", "PlainFixture", "RecordFixture",
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "ArchiveFixture", dependencies: ["Flask"], path: "Tests/ArchiveFixture", swiftSettings: settings),
    .testTarget(
      name: "FlaskTests",
      dependencies: [
        "MillraceSupport",
        "TestResources", "Flask", "Millrace", "MillraceTesting", "MillraceToolkit", "RecordFixture",
        "ArchiveFixture",
      ],
      exclude: ["Archives/Forms"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "HarvestTests",
      dependencies: [
        "TestResources",
        "Harvest", "HarvestOptics", "HarvestStore", "HarvestDiagram", "HarvestTesting", "Millrace",
        "MillraceTesting", "MillraceToolkit", "RecordFixture",
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)

// A build for some of the tests has these test targets alone; their names stand between spaces.
if let wanted = Context.environment["MILLRACE_TEST_TARGETS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}
