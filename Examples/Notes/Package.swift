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

let package = Package(
  name: "Notes",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "notes-server", targets: ["NotesServerProgram"]),
    .executable(name: "notes-floor", targets: ["NotesFloor"]),
  ],
  dependencies: [.package(name: "Millrace", path: "../..")],
  targets: [
    // The C libraries, of Debian or Homebrew.
    .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd"),
    // What both sides know: notes, todos and users, and how changes travel.
    .target(name: "NotesModel", swiftSettings: settings),
    // The server: HTTP, what is kept, and the program.
    .target(name: "HTTPDaemon", dependencies: ["CMicroHTTPD"], swiftSettings: settings),
    .target(
      name: "NotesServer",
      dependencies: ["NotesModel", "HTTPDaemon"] + millrace("Millrace", "Aftermath", "MillraceJournal"),
      swiftSettings: settings),
    .executableTarget(
      name: "NotesServerProgram", dependencies: ["NotesServer", "HTTPDaemon"],
      swiftSettings: settings),
    .executableTarget(
      name: "NotesFloor", dependencies: ["CMicroHTTPD", "HTTPDaemon"], swiftSettings: settings),
    .target(name: "WireFixture", path: "Tests/WireFixture", swiftSettings: settings),
    .testTarget(
      name: "HTTPDaemonTests", dependencies: ["HTTPDaemon", "WireFixture"], swiftSettings: settings),
    .testTarget(
      name: "NotesServerTests",
      dependencies: ["NotesServer", "NotesServerProgram", "NotesModel", "HTTPDaemon", "WireFixture"]
        + millrace("Millrace", "Aftermath", "MillraceJournal", "MillraceTesting"),
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
