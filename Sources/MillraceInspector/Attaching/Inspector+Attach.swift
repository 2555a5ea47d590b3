public import Millrace
public import MillraceInspectorWire
import MillraceToolkit

extension Inspector {
  /// Attaches an inspector to a flow, if one is wanted.
  ///
  /// It reads the variable `MILLRACE_INSPECTOR` of the environment. Without it, this is one comparison and
  /// returns nil. A variable that cannot be used is reported to the flow's error handler; the application
  /// runs as without an inspector.
  ///
  /// In a release build the inspector is off unless `inReleaseBuilds` is true. If the variable is set all the
  /// same, a sentence on standard error says so.
  ///
  /// - Parameters:
  ///   - flow: The flow. Call this at its home.
  ///   - name: The name of the application; by default that of the program.
  ///   - permissions: The commands that the inspector may send; none by default. Showing turns and states,
  ///     and computing past ones, needs no permission.
  ///   - hidden: Paths of what is never sent, in states and messages: the store's name and the names of
  ///     members with points between them, `*` for any, such as `session.token` or
  ///     `library.entries.*.secret`. In a message, an enum's case is a member: `session.loggedIn.token`.
  ///   - address: The inspector's address; by default that of the variable.
  ///   - inReleaseBuilds: True to allow an inspector in release builds as well.
  /// - Returns: The inspector, which the flow keeps; nil if none is wanted.
  @discardableResult
  public static func attach(
    to flow: Flow, as name: String? = nil, allowing permissions: InspectorPermissions = [],
    hiding hidden: [String] = [], address: InspectorAddress? = nil, inReleaseBuilds: Bool = false
  ) -> Inspector? {
    attach(
      to: flow, as: name, allowing: permissions, hiding: hidden, address: address,
      isAllowed: isDebugBuild || inReleaseBuilds, limits: InspectorLimits(), variable: SystemCalls.variable)
  }

  /// Attaches an inspector with the environment and the limits of a test.
  @discardableResult
  static func attach(
    to flow: Flow, as name: String? = nil, allowing permissions: InspectorPermissions = [],
    hiding hidden: [String] = [], address: InspectorAddress? = nil, isAllowed: Bool = true,
    limits: InspectorLimits, variable: (String) -> String? = { _ in nil },
    warn: (String) -> Void = { StandardError.write($0) }
  ) -> Inspector? {
    let text = address == nil ? variable(InspectorAddress.variable) : nil
    if address == nil && text == nil { return nil }
    guard isAllowed else {
      warn(releaseSentence)
      return nil
    }
    do throws(InspectorAddressError) {
      let address = if let address { address } else { try InspectorAddress(text ?? "") }
      guard let pipe = WakePipe() else {
        FlowInternals(flow).report(
          InspectorError.unreachable(address: address.description, reason: SystemCalls.reason),
          from: "inspector")
        return nil
      }
      let identity = InspectorIdentity(
        address: address, application: name ?? InspectorIdentity.program,
        flow: flows.withLock { number in
          number += 1
          return number
        }, flowName: flow.name, permissions: permissions, hidden: HiddenPaths(hidden))
      return Inspector(flow, identity, permissions, limits, pipe)
    } catch {
      FlowInternals(flow).report(error, from: "inspector")
      return nil
    }
  }

  /// The number of flows that were attached in this process.
  private static let flows = Locked<UInt64>(0)

  static let releaseSentence = """
    Millrace: The variable \(InspectorAddress.variable) is set, but this is a release build, in which the inspector \
    is off. Build for debugging, or write `inReleaseBuilds: true` where the application calls `Inspector.attach(to:)`.
    """

  private static var isDebugBuild: Bool {
    #if DEBUG
    true
    #else
    false
    #endif
  }
}
