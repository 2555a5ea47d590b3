public import Millrace

/// The charts of a machine's state: their delays, and what a machine resumes of them.
@usableFromInline
final class MachineCharts<Input: Sendable, State> {
  let parts: [ChartPart<State>]
  /// The states that the machine's first effect resumes.
  let resumed: Set<Millrace.EffectID>
  /// Returns the effects with which the charts resume a state, and the states that they resume.
  let resume: (State) -> (effect: Millrace.Effect<HarvesterMessage<Input>>, states: Set<Millrace.EffectID>)

  init(
    _ parts: [ChartPart<State>], resumed: Set<Millrace.EffectID>,
    resume: @escaping (State) -> (Millrace.Effect<HarvesterMessage<Input>>, Set<Millrace.EffectID>)
  ) {
    self.parts = parts
    self.resumed = resumed
    self.resume = resume
  }

  /// Notes the deadlines of delays that have begun.
  func beginDelays(_ state: inout State, at time: @autoclosure () -> Timestamp, addsMissing: Bool = false) {
    for part in parts where addsMissing || part.hasOpenDelay(state) {
      part.beginDelays(&state, time(), addsMissing)
    }
  }

  /// Returns the state without the deadlines of its delays.
  func withoutDeadlines(_ state: State) -> State {
    var state = state
    for part in parts { part.removeDeadlines(&state) }
    return state
  }

  /// Returns a report of states whose effects and delays have not begun; nothing if there are none.
  func complaint(
    of state: State, _ resumed: Set<Millrace.EffectID>, isRestored: Bool = false
  ) -> Millrace.Effect<HarvesterMessage<Input>> {
    let names = unique(parts.flatMap { $0.unresumed(state, resumed) })
    if names.isEmpty { return .none }
    return .report(
      isRestored ? StatechartError.notRestored(states: names) : StatechartError.notResumed(states: names))
  }
}

extension ReplyHub {
  /// Creates the hub of a machine, which resumes the charts of its mapping.
  @usableFromInline
  convenience init<World, Queue, EffectID>(
    _ mapping: Harvester<Input, State>.EffectMapping<World, Queue, EffectID>,
    _ effect: Effect<World, Input, Queue, EffectID>, _ context: EffectContext<World, Queue>
  ) {
    self.init()
    if mapping.parts.charts.isEmpty { return }
    let resumptions = mapping.resumptions
    charts = MachineCharts(mapping.parts.charts, resumed: effect.resumedScopes) { state in
      let effects = resumptions.map { $0(state) }
      return (
        .merge(effects.map { $0.kernelEffect(in: context) }),
        effects.reduce(into: []) { $0.formUnion($1.resumedScopes) }
      )
    }
    judge()
  }

  /// Connects the hub of a machine with charts.
  @usableFromInline
  func connect(to store: Millrace.Store<State, HarvesterMessage<Input>>) {
    self.store = store
    store.showForSharing { [charts] in charts?.withoutDeadlines($0) ?? $0 }
    store.showForRestoring { [weak self] in self?.restoreKept($0) }
  }

  /// Puts a kept state in the place of the present one; its charts are resumed if they are in other states.
  private func restoreKept(_ state: State) {
    guard let charts, let store else { return }
    if store.withState({ present in charts.parts.allSatisfy { $0.isSame(present, state) } }) {
      store.replace(state, isolation: nil)
    } else {
      restore(state, isolation: nil)
    }
  }

  /// Puts a state in the place of the present one, and resumes its charts.
  func restore(_ state: State, isolation: isolated (any Actor)?) {
    guard let store else { return }
    let flow = store.flow
    guard let charts, !flow.isRefusing, !isFinished else {
      return store.replace(state, isolation: isolation)
    }
    var state = state
    let (effect, resumed) = charts.resume(state)
    let complaint = charts.complaint(of: state, resumed, isRestored: true)
    charts.beginDelays(&state, at: flow.environment.dates.now(), addsMissing: true)
    store.replace(state, isolation: isolation)
    store.begin(.merge(effect, complaint), isolation: isolation)
  }

  /// Notes the deadlines of the first delays, and complains of a stored state that the first effect does not
  /// resume.
  @usableFromInline
  func start(
    _ state: inout State, _ effect: Millrace.Effect<HarvesterMessage<Input>>
  ) -> Millrace.Effect<HarvesterMessage<Input>> {
    guard let charts, let store else { return effect }
    let complaint = charts.complaint(of: state, charts.resumed)
    charts.beginDelays(&state, at: store.flow.turnTime(), addsMissing: true)
    return complaint.isNone ? effect : .merge(effect, complaint)
  }

  /// Notes the deadlines of the delays that the present turn has begun.
  ///
  /// In a machine that a replica shares they have none, because each place takes the turn at another time.
  @usableFromInline
  func beginDelays(_ state: inout State) {
    guard let charts, let store, !store.isShared else { return }
    charts.beginDelays(&state, at: store.flow.turnTime())
  }

  /// Notes the deadlines of the delays of a turn that is taken again, at its recorded time.
  func beginRecordedDelays(_ state: inout State) {
    guard let charts, let time = store?.flow.recordedTime else { return }
    charts.beginDelays(&state, at: time)
  }
}

extension Harvester {
  /// Puts a state in the place of the present one, and resumes its charts: the effects and delays of the
  /// states that are active in it go on, as after ``Statechart/effect(resuming:)``, and those of the
  /// earlier states end.
  ///
  /// It is no turn. A journal restores a machine so, and an inspector that keeps a past. While a past is
  /// only shown, nothing begins and nothing ends. A machine without charts gets the state alone.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - isolation: The machine's home.
  public func restore(_ state: State, isolation: isolated (any Actor)? = #isolation) {
    if hub.charts == nil { return store.replace(state, isolation: isolation) }
    hub.restore(state, isolation: isolation)
  }

  /// The present state without the deadlines of its charts' delays, which a test cannot know.
  package var stateWithoutDeadlines: State {
    store.withState { state in hub.charts?.withoutDeadlines(state) ?? state }
  }
}
