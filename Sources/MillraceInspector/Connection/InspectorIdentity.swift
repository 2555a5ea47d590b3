import MillraceCoding
import MillraceInspectorWire

/// The values that an application says of itself and of its flow at the beginning of each connection.
struct InspectorIdentity: Sendable {
  let address: InspectorAddress
  /// The name of the application.
  let application: String
  /// The number of the flow in this process, from 1.
  let flow: UInt64
  let flowName: String
  let permissions: InspectorPermissions
  let hidden: HiddenPaths

  /// The first frames of a connection.
  ///
  /// - Parameter last: The number of the flow's last turn.
  func announcements(last: UInt64) -> [Frame] {
    [
      Frame([
        ("application", .text(application)), ("process", .integer(Int64(SystemCalls.process))),
        ("program", .text(Self.program)), ("system", .text(Self.system)),
      ]),
      Frame([
        ("flow", .init(number: flow)), ("name", .text(flowName)), ("allows", .texts(permissions.names)),
        ("last", .init(number: last)),
      ]),
    ]
  }

  /// The name of the program's file.
  static var program: String {
    CommandLine.arguments.first.map { path in path.split(separator: "/").last.map(String.init) ?? path } ?? ""
  }

  private static var system: String {
    #if os(Linux)
    "Linux"
    #elseif os(macOS)
    "macOS"
    #elseif os(iOS)
    "iOS"
    #else
    "unknown"
    #endif
  }
}
