/// A fuzzed part of the server, one for each kind of input that comes over HTTP.
///
/// The fuzzing program and the tests share these checks: a folder of the program's sources is a link to this
/// one.
enum HTTPFuzzTarget: String, CaseIterable, Sendable {
  /// The line and headers of a request.
  case head
  /// The body of a request, behind a byte that says its kind.
  case body
  /// The target of a request.
  case target

  /// Takes any bytes at all.
  ///
  /// - Throws: ``HTTPFuzzFinding`` when a law is broken. What the input is refused for is no finding.
  func check(_ bytes: [UInt8]) throws {
    switch self {
    case .head: try FuzzHeads.check(bytes)
    case .body: try FuzzBodies.checkBody(bytes)
    case .target: try FuzzBodies.checkTarget(bytes)
    }
  }
}

/// A law that an input has broken.
struct HTTPFuzzFinding: Error, CustomStringConvertible {
  let description: String

  /// Throws a finding unless something holds.
  static func unless(_ holds: Bool, _ description: @autoclosure () -> String) throws {
    if !holds { throw HTTPFuzzFinding(description: description()) }
  }
}
