/// The places where the program `millrace-inspect` may be, in the order of the search.
///
/// It decides with paths alone; ``InspectorLaunch`` looks at the files.
struct InspectorSearch: Hashable, Sendable {
  static let name = "millrace-inspect"

  /// The paths to try; the first one that can be executed wins.
  let candidates: [String]
  /// The places for people, with PATH as one.
  let places: [String]
  /// The folders that may be the package, to be built.
  let packages: [String]

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - executable: The resolved path of the running command; nil if unknown.
  ///   - path: The value of `PATH`; nil if it is not set.
  init(executable: String?, path: String?) {
    var candidates: [String] = []
    var places: [String] = []
    let folder = executable.map { Self.folder(of: $0) }
    if let folder { candidates.append(Self.path(folder, Self.name)) }
    places = candidates + ["the folders of PATH"]
    // An empty or relative entry of PATH depends on the present folder, which may contain anything.
    candidates += (path ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
      .map { Self.path(String($0), Self.name) }
    // A package that depends on Millrace builds the command, too; Millrace is a checkout there.
    let build = folder.flatMap { Self.buildFolder(above: $0) }
    packages =
      build.map { build in
        [Self.path(Self.folder(of: build), "Inspector")]
          + ["Millrace", "millrace"].map { "\(build)/checkouts/\($0)/Inspector" }
      } ?? []
    for package in packages {
      candidates += ["release", "debug"].map { "\(package)/.build/\($0)/\(Self.name)" }
      places.append("\(package)/.build")
    }
    var seen: Set<String> = []
    self.candidates = candidates.filter { seen.insert($0).inserted }
    self.places = places
  }

  /// The path of the program to run; nil if it is nowhere.
  func program(_ isExecutable: (String) -> Bool) -> String? { candidates.first(where: isExecutable) }

  /// Returns the sentence for a program that is nowhere.
  func absence(_ exists: (String) -> Bool) -> String {
    let package = packages.first { exists("\($0)/Package.swift") }
    return """
      The program `\(Self.name)` was not found; build it with `swift build -c release --package-path \
      \(package ?? "Inspector")`\(package == nil ? " in Millrace's repository, and put it into PATH" : ""). \
      Looked for: \(places.joined(separator: ", ")).
      """
  }

  private static func folder(of path: String) -> String {
    guard let end = path.lastIndex(of: "/") else { return "." }
    return end == path.startIndex ? "/" : String(path[..<end])
  }

  private static func path(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// Returns the outermost `.build` that contains a folder; nil without one.
  private static func buildFolder(above folder: String) -> String? {
    let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
    return parts.firstIndex(of: ".build").map { parts[...$0].joined(separator: "/") }
  }
}
