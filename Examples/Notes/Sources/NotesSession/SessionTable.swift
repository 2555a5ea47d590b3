public import Harvest
import NotesModel

/// The machine: which input leads from which phase to which, and what is to be done on the way.
public enum SessionTable {
  /// A table of phases.
  public typealias Table = Harvester<SessionInput, SessionPhase>
    .EffectMapping<SessionWorld, SessionQueue, SessionWork>

  /// The table, for a server that was not there so often in a row; that decides how long `wait` takes, and nothing else.
  ///
  /// What an earlier connection has to say comes too late in every other phase, and is rejected.
  public static func table(failures: Int) -> Table {
    let plugged: Pattern<SessionPhase> = matching("plugged in") { $0 != .unplugged }
    let away: Pattern<SessionPhase> = matching("away") { $0 == .waiting || $0 == .refused }
    let greeted = every(SessionInput.greetedExample)
    let unreachable = every(SessionInput.unreachableExample)
    let refused = every(SessionInput.refusedExample)
    let lost = every(SessionInput.lostExample)
    let wait = wait(failures)

    // swift-format-ignore
    let rows: [Table] = [
      .plug       |  .unplugged   =>  .connecting  |  greet,
      .unplug     |  plugged      =>  .unplugged   |  .cancel(.attempt),
      greeted     |  .connecting  =>  .online      |  .empty,
      unreachable |  .connecting  =>  .waiting     |  wait,
      refused     |  .connecting  =>  .refused     |  .empty,
      .settled    |  .online      =>  .online      |  .empty,
      lost        |  .online      =>  .waiting     |  wait,
      refused     |  .online      =>  .refused     |  .empty,
      .retry      |  .waiting     =>  .connecting  |  greet,
      .tryNow     |  away         =>  .connecting  |  greet,
      .resumed    |  plugged      =>  .connecting  |  greet,
    ]
    return .reduce(.first, rows)
  }

  /// The table as a graph, to be drawn and checked.
  public static var graph: TransitionGraph<SessionInput, SessionPhase> {
    table(failures: 1).graph(inputs: SessionInput.examples, initial: SessionState().phase)
  }

  /// What the checks say about the table: whatever has happened, one can get online, and work offline.
  public static var report: MachineReport<SessionInput, SessionPhase> {
    let refused = SessionInput.refusedExample
    let lost = SessionInput.lostExample
    let outside: [SessionInput] = [.plug, .unplug, .tryNow, .resumed, refused, lost, .settled]
    return graph.report(outside: outside, mustReach: [.online, .unplugged])
  }

  /// All inputs of one kind, whatever they have to say.
  private static func every(_ example: SessionInput) -> Pattern<SessionInput> {
    .value(example) { "\($0)" == "\($1)" }
  }

  private static var greet: Table.Effect {
    let answers = [
      SessionInput.greetedExample, SessionInput.unreachableExample, SessionInput.refusedExample,
    ]
    return Effect(id: .attempt, label: "greet", answers: answers) { world in
      do throws(GreetingFailure) {
        return .greeted(try await world.greet())
      } catch {
        return switch error {
        case .unreachable(let reason): .unreachable(reason: reason)
        case .refused(let reason): .refused(reason: reason)
        }
      }
    }
  }

  private static func wait(_ failures: Int) -> Table.Effect {
    Effect(id: .attempt, label: "wait", answers: [.retry]) { world in
      var random = world.random
      do {
        try await world.clock.sleep(for: Backoff.delay(after: failures, using: &random))
        return .retry
      } catch {
        // Nobody waits for it any longer.
        return nil
      }
    }
  }
}
