/// A fuzzed part of the inspector's protocol, one for each kind of input.
///
/// The fuzzing program and the tests share these checks: a folder of the program's sources is a link to this
/// one.
enum InspectorFuzzTarget: String, CaseIterable, Sendable {
  /// The bytes of a connection, before and after the handshake.
  case frame
  /// A request: its head in the first line, and its body behind that.
  case request

  /// Takes any bytes at all.
  ///
  /// - Throws: ``InspectorFuzzFinding`` when a law is broken. What the input is refused for is no finding.
  func check(_ bytes: [UInt8]) throws {
    switch self {
    case .frame: try FuzzFrames.check(bytes)
    case .request: try FuzzRequests.check(bytes)
    }
  }
}

/// A law that an input has broken.
struct InspectorFuzzFinding: Error, CustomStringConvertible {
  let description: String

  /// Throws a finding unless something holds.
  static func unless(_ holds: Bool, _ description: @autoclosure () -> String) throws {
    if !holds { throw InspectorFuzzFinding(description: description()) }
  }
}
