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
  name: "Notes",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "notes", targets: ["NotesProgram"]),
    .executable(name: "notes-server", targets: ["NotesServerProgram"]),
    .executable(name: "notes-diagram", targets: ["NotesDiagram"]),
    .executable(name: "notes-bench", targets: ["NotesBench"]),
    .executable(name: "notes-floor", targets: ["NotesFloor"]),
    // For Scripts/fuzz.
    .library(name: "NotesServing", targets: ["NotesServer", "NotesShelf", "NotesModel"]),
  ],
  // Off by default, so that nothing has to be installed: `swift run --traits Postgres notes-server …`.
  traits: [.trait(name: "Postgres", description: "A server that shares its data in a PostgreSQL database.")],
  dependencies: [
    .package(name: "Millrace", path: "../.."), .package(name: "Support", path: "../Support"),
    .package(name: "Postgres", path: "../../Postgres"),
  ],
  targets: [
    // The shared model: notes, todos and users, and the format of changes.
    .target(name: "NotesModel", swiftSettings: settings),

    // The shelf, which servers and clients share: commands, and the items that they lead to.
    .target(
      name: "NotesShelf", dependencies: ["NotesModel"] + millrace("Millrace", "MillraceJournal"),
      swiftSettings: settings),

    // The server, and the program.
    .target(
      name: "NotesServer",
      dependencies: ["NotesModel", "NotesShelf"] + support("HTTPDaemon")
        + millrace("Millrace", "MillraceJournal", "MillraceSync", "MillraceSyncHTTP"),
      swiftSettings: settings),
    .executableTarget(
      name: "NotesServerProgram",
      dependencies: ["NotesServer"] + support("HTTPDaemon", "ProcessSignals") + millrace("MillraceSync") + [
        .product(name: "MillracePostgres", package: "Postgres", condition: .when(traits: ["Postgres"]))
      ],
      swiftSettings: settings),

    // The client's parts, each in the dialect that suits it, with as few dependencies on each other as
    // possible.
    .target(
      name: "NotesTransport",
      dependencies: ["NotesModel", "NotesShelf"]
        + millrace("Millrace", "MillraceHTTP", "MillraceSync", "MillraceSyncHTTP"),
      swiftSettings: settings),
    .target(
      name: "NotesLibrary",
      dependencies: ["NotesModel", "NotesShelf"] + millrace("Katana", "Millrace"),
      swiftSettings: settings),
    .target(
      name: "NotesSession", dependencies: ["NotesModel"] + millrace("Harvest", "Millrace"),
      swiftSettings: settings),
    .target(
      name: "NotesDesk", dependencies: ["NotesModel", "NotesLibrary"] + millrace("Flask"),
      swiftSettings: settings),
    .target(
      name: "NotesScreens",
      dependencies: ["NotesModel", "NotesLibrary", "NotesSession", "NotesDesk"]
        + support("Terminal") + millrace("Millrace", "Aftermath", "AftermathRouting", "AftermathComponents"),
      swiftSettings: settings),

    // The client: all parts on one flow with one journal, and the program.
    .target(
      name: "NotesClient",
      dependencies: [
        "NotesModel", "NotesShelf", "NotesTransport", "NotesLibrary", "NotesSession", "NotesDesk",
        "NotesScreens",
      ] + support("Terminal")
        + millrace(
          "Millrace", "Aftermath", "Flask", "Katana", "Harvest", "MillraceJournal", "MillraceSync",
          "MillraceInspector"),
      swiftSettings: settings),
    .executableTarget(
      name: "NotesProgram",
      dependencies: [
        "NotesModel", "NotesTransport", "NotesLibrary", "NotesSession", "NotesScreens", "NotesClient",
      ] + support("Terminal", "ProcessSignals")
        + millrace("Millrace", "Aftermath", "Katana", "MillraceHTTP", "Harvest", "MillraceJournal"),
      swiftSettings: settings),

    // The session's machine as a picture; the benchmarks of Scripts/bench.
    .executableTarget(
      name: "NotesDiagram", dependencies: ["NotesSession"] + millrace("Harvest", "HarvestDiagram"),
      swiftSettings: settings),
    .executableTarget(
      name: "NotesBench",
      dependencies: [
        "NotesModel", "NotesShelf", "NotesLibrary", "NotesSession", "NotesScreens", "NotesClient",
      ]
        + support("Terminal", "ProcessFixture")
        + millrace("Millrace", "MillraceCoding", "MillraceSync", "Katana"),
      path: "Benchmarks/NotesBench", swiftSettings: settings),
    .executableTarget(
      name: "NotesFloor", dependencies: support("CMicroHTTPD", "HTTPDaemon"), path: "Benchmarks/NotesFloor",
      swiftSettings: settings),

    // The fixture of the repository's own tests, through a symbolic link.
    .target(name: "RawFixture", path: "Tests/RawFixture", swiftSettings: settings),
    .testTarget(
      name: "NotesServerTests",
      dependencies: ["NotesServer", "NotesServerProgram", "NotesModel", "NotesShelf"]
        + support("HTTPDaemon", "WireFixture", "ProcessFixture")
        + millrace("Millrace", "MillraceJournal", "MillraceSync", "MillraceSyncHTTP", "MillraceTesting"),
      swiftSettings: settings),
    .testTarget(
      name: "NotesTransportTests",
      dependencies: ["NotesTransport", "NotesModel", "NotesShelf", "RawFixture"]
        + millrace("MillraceHTTP", "MillraceSync", "MillraceTesting"),
      swiftSettings: settings),
    .testTarget(
      name: "NotesLibraryTests",
      dependencies: ["NotesLibrary", "NotesModel", "NotesShelf"]
        + millrace("Katana", "KatanaTesting", "MillraceJournal", "MillraceSync", "MillraceTesting"),
      swiftSettings: settings),
    .testTarget(
      name: "NotesSessionTests",
      dependencies: ["NotesSession", "NotesModel"]
        + millrace("Harvest", "MillraceTesting", "MillraceToolkit", "MillraceJournal"),
      swiftSettings: settings),
    .testTarget(
      name: "NotesDeskTests",
      dependencies: ["NotesDesk", "NotesModel", "NotesLibrary"]
        + millrace("Flask", "MillraceTesting", "MillraceJournal"),
      swiftSettings: settings),
    .testTarget(
      name: "NotesScreensTests",
      dependencies: ["NotesScreens", "NotesModel", "NotesLibrary", "NotesSession", "NotesDesk"]
        + support("Terminal")
        + millrace("Millrace", "Aftermath", "AftermathComponents", "MillraceTesting"),
      swiftSettings: settings),
    .testTarget(
      name: "NotesClientTests",
      dependencies: [
        "NotesModel", "NotesShelf", "NotesLibrary", "NotesSession", "NotesDesk", "NotesScreens",
        "NotesClient",
      ] + support("Terminal")
        + millrace(
          "Millrace", "Flask", "Katana", "Harvest", "MillraceCoding", "MillraceJournal", "MillraceSync",
          "MillraceTesting"),
      swiftSettings: settings),
    .testTarget(
      name: "NotesProgramTests", dependencies: ["NotesProgram", "NotesModel", "NotesLibrary"],
      swiftSettings: settings),
    // Tests of the built programs, which are beside the tests because the tests depend on them.
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["NotesProgram", "NotesServerProgram", "NotesModel"]
        + support("Terminal", "TerminalFixture", "ProcessFixture") + millrace("Millrace", "MillraceJournal"),
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
