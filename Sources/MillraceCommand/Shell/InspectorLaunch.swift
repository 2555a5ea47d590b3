#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The replacement of this process by the program `millrace-inspect`.
struct InspectorLaunch {
  var search: () -> InspectorSearch
  var isExecutable: (String) -> Bool
  var exists: (String) -> Bool
  /// A closure that replaces the process by a program, and returns only if that fails, with the reason.
  var replace: (_ path: String, _ arguments: [String]) -> String

  /// Continues as `millrace-inspect`; returns a sentence if that is impossible.
  func run(_ arguments: [String]) -> String {
    let search = search()
    guard let path = search.program(isExecutable) else { return search.absence(exists) }
    return "The program `\(path)` cannot be started: \(replace(path, arguments))."
  }

  static var system: InspectorLaunch {
    InspectorLaunch(
      search: {
        let path = getenv("PATH").map { String(cString: $0) }
        return InspectorSearch(executable: ownExecutable(path), path: path)
      }, isExecutable: isProgram, exists: { access($0, F_OK) == 0 }, replace: execute)
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }

  /// Returns the resolved path of the running program.
  private static func ownExecutable(_ path: String?) -> String? {
    // Other systems than Linux do not have this file. There, a name without a slash was found in PATH.
    if let own = resolved("/proc/self/exe") { return own }
    guard let name = CommandLine.arguments.first else { return nil }
    if name.contains("/") { return resolved(name) }
    return (path ?? "").split(separator: ":").lazy.map { "\($0)/\(name)" }.first(where: isProgram)
      .flatMap(resolved)
  }

  private static func resolved(_ path: String) -> String? {
    guard let buffer = realpath(path, nil) else { return nil }
    defer { free(buffer) }
    return String(cString: buffer)
  }

  private static func execute(_ path: String, _ arguments: [String]) -> String {
    // The command ignores it (``Console/system()``), and a program inherits what is ignored.
    signal(SIGPIPE, SIG_DFL)
    var words = ([InspectorSearch.name] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    execv(path, &words)
    return String(cString: strerror(errno))
  }
}
