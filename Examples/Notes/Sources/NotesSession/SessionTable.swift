public import Harvest
import NotesModel

import struct Millrace.Backoff

/// The machine: its transitions and their effects.
public enum SessionTable {
  public typealias Table = Harvester<SessionInput, SessionPhase>
    .EffectMapping<SessionWorld, SessionQueue, SessionWork>

  /// The table.
  ///
  /// An input of an earlier connection is late in every other phase, and is rejected.
  public static var table: Table {
    let plugged: Pattern<SessionPhase> = matching("plugged in") { $0 != .unplugged }
    let away: Pattern<SessionPhase> = matching("away") { $0 == .waiting || $0 == .refused }
    let greeted = every(SessionInput.greetedExample)
    let unreachable = every(SessionInput.unreachableExample)
    let refused = every(SessionInput.refusedExample)
    let lost = every(SessionInput.lostExample)

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

  /// The table as a graph, to draw and to check.
  public static var graph: TransitionGraph<SessionInput, SessionPhase> {
    table.graph(inputs: SessionInput.examples, initial: SessionState().phase)
  }

  /// The findings of the checks: every phase can reach online and offline.
  public static var report: MachineReport<SessionInput, SessionPhase> {
    let refused = SessionInput.refusedExample
    let lost = SessionInput.lostExample
    let outside: [SessionInput] = [.plug, .unplug, .tryNow, .resumed, refused, lost, .settled]
    return graph.report(outside: outside, mustReach: [.online, .unplugged])
  }

  /// Returns the pattern of all inputs of one kind.
  private static func every(_ example: SessionInput) -> Pattern<SessionInput> {
    .value(example) { "\($0)" == "\($1)" }
  }

  private static var greet: Table.Effect {
    let answers = [
      SessionInput.greetedExample, SessionInput.unreachableExample, SessionInput.refusedExample,
    ]
    return Effect(id: .attempt, label: "greet", answers: answers) { world in
      do throws(ServerError) {
        return .greeted(try await world.greet())
      } catch {
        return switch error {
        case .unreachable(let reason): .unreachable(reason: reason)
        case .unauthorized(let reason), .notAServer(let reason): .refused(reason: reason)
        }
      }
    }
  }

  private static var wait: Table.Effect {
    Effect(id: .attempt, label: "wait", answers: [.retry]) { world in
      let delay = Backoff.attempts.delay(after: world.failures, drawing: world.environment.random)
      // A cancelled delay has no result.
      return (try? await world.environment.clock.sleep(for: delay)).map { .retry }
    }
  }
}
