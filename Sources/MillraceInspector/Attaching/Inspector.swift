import Millrace
import MillraceToolkit

/// A connection of a flow to the inspector, a tool that shows every turn in a browser while the application
/// runs.
///
/// One line attaches it. Without the variable `MILLRACE_INSPECTOR` in the process's environment, which
/// `millrace inspect` sets, nothing runs and nothing is encoded.
///
/// ```swift
/// Inspector.attach(to: store.flow, as: "Notes", allowing: [.goBack, .send])?
///   .show(store, state: RecordSchema("notes"), messages: RecordSchema("note"))
/// ```
///
/// A turn at home costs a record, a lock and an append; another thread encodes and sends. If that is slower
/// than the application, the oldest waiting turns are dropped, and the tool is told how many. It lives as
/// long as its flow, or until ``detach()``.
///
/// Like the flow, it belongs to the isolation in which the flow lives.
public final class Inspector {
  let link: InspectorLink
  let permissions: InspectorPermissions
  let hidden: HiddenPaths
  weak var flow: Flow?
  /// The stores with schemas, by their names.
  var shown: [String: any ShownStore] = [:]
  /// The past that the application shows; nil in the present.
  var past: ShownPast?
  /// The number of the last connection that has ended; what it has asked for is not shown any more.
  var endedConnection = 0
  /// The number of the connection that gets the next samples.
  var connection = 0
  var turnTimes = TurnTimes()
  private var tap: ObservationToken?

  init(
    _ flow: Flow, _ identity: InspectorIdentity, _ permissions: InspectorPermissions,
    _ limits: InspectorLimits,
    _ pipe: WakePipe
  ) {
    self.flow = flow
    self.permissions = permissions
    hidden = identity.hidden
    let home = InspectorHome(FlowInternals(flow).homeWork)
    link = InspectorLink(identity, limits, home, pipe)
    link.intake.withLock { $0.lastTurn = flow.lastSequence }
    home.connect(to: self)
    tap = FlowInternals(flow).tap(
      detail: .times, effect: { [self] in happened($0) }, broken: { [self] in broke($0, $1) },
      { [self] in turned($0) })
    link.begin()
  }

  deinit {
    link.end()
  }

  /// Ends the connection, after the present was put back if the application shows the past.
  ///
  /// Calling it again does nothing.
  public func detach() {
    showPresent()
    tap?.cancel()
    tap = nil
    shown = [:]
    link.end()
  }

  // MARK: Turns

  private func turned(_ record: TurnRecord) {
    let kept = shown.isEmpty ? nil : shown[record.store]?.kept(record.message)
    if let time = flow?.time(ofTurn: record.sequence) { turnTimes.note(time, of: record.sequence) }
    link.add(.turn(record, kept: kept, at: SystemCalls.timeSinceEpoch()), last: record.sequence)
  }

  private func happened(_ event: EffectEvent) {
    let last = flow?.lastSequence ?? 0
    link.add(.event(event, after: last, at: SystemCalls.timeSinceEpoch()), last: last)
  }

  private func broke(_ number: UInt64, _ reason: String) {
    link.add(.broken(number, reason: reason, at: SystemCalls.timeSinceEpoch()), last: number)
  }

  // MARK: At home

  /// True while nothing may be read or replaced.
  var isBusy: Bool { flow.map { $0.isInTurn || $0.isLent } ?? false }

  func report(_ error: InspectorError) {
    if let flow { FlowInternals(flow).report(error, from: "inspector") }
  }

  func callRoll() {
    guard let flow else { return }
    let found = FlowInternals(flow).facts().map { ($0.store, $0.facts.dialect) }
    link.tell {
      $0.found += found
      $0.hasAnswered = true
    }
  }
}
