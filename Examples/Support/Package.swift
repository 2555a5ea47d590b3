// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

// A product for each target, so that an example links only what it uses.
let package = Package(
  name: "Support",
  platforms: [.macOS(.v15)],
  products: [
    "LineTerminal", "FlowWatch", "ProcessSignals", "HTTPFixture", "CMicroHTTPD", "HTTPDaemon", "WireFixture",
    "Terminal", "TerminalFixture", "ProcessFixture",
  ].map { .library(name: $0, targets: [$0]) },
  dependencies: [.package(name: "Millrace", path: "../..")],
  targets: [
    // Lines with a prompt, for the small examples, and what a session needs to know of a flow.
    .target(name: "LineTerminal", swiftSettings: settings),
    .target(
      name: "FlowWatch", dependencies: [.product(name: "Millrace", package: "Millrace")],
      swiftSettings: settings),
    .testTarget(
      name: "FlowWatchTests",
      dependencies: ["FlowWatch"]
        + ["Millrace", "MillraceTesting"].map { .product(name: $0, package: "Millrace") },
      swiftSettings: settings),
    .target(name: "ProcessSignals", swiftSettings: settings),
    .testTarget(name: "ProcessSignalsTests", dependencies: ["ProcessSignals"], swiftSettings: settings),
    // The HTTP server and the child processes of the repository's own tests, through symbolic links.
    .target(name: "HTTPFixture", swiftSettings: settings),
    .target(name: "ProcessFixture", swiftSettings: settings),

    // The C libraries, of Debian or Homebrew, and a shell around each.
    .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd"),
    // Without pkg-config, whose flags for it the package manager does not allow.
    .systemLibrary(name: "CNcurses"),
    .target(name: "HTTPDaemon", dependencies: ["CMicroHTTPD"], swiftSettings: settings),
    .target(
      name: "Terminal", dependencies: ["CNcurses"], swiftSettings: settings,
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]),

    // What tests need: requests byte by byte, a program in a terminal, and one that prints the keys.
    .target(name: "WireFixture", swiftSettings: settings),
    .target(name: "TerminalFixture", dependencies: ["Terminal", "ProcessFixture"], swiftSettings: settings),
    .executableTarget(name: "TerminalEcho", dependencies: ["Terminal"], swiftSettings: settings),
    .testTarget(
      name: "HTTPDaemonTests", dependencies: ["HTTPDaemon", "WireFixture"], swiftSettings: settings),
    .testTarget(
      name: "TerminalTests", dependencies: ["Terminal", "TerminalFixture", "TerminalEcho", "CNcurses"],
      swiftSettings: settings),
    .testTarget(name: "LineTerminalTests", dependencies: ["LineTerminal"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
