import Foundation
import Millrace
import MillraceTesting

extension RandomScenario {
  /// An actor of an application: nothing outside of it shows what it holds.
  private actor Till {
    var sum = 0
    func keep(_ value: Int) { sum = sum * 3 + value }
  }

  /// An object without a lock.
  private final class Plain: @unchecked Sendable {
    // Sound: all code of a run is on the explorer's thread.
    var value = 0
  }

  /// The things that effects and work use.
  private struct Things: Sendable {
    let server: Outside
    let numbers: [Shared<Int>]
    let noted: Shared<[Int]>
    let file: Shared<Data>
    let till = Till()
    let counter = ExplorerAuditTests.Counter()
    let plain = Plain()

    init(_ world: World, bytes: Int) {
      server = world.outside("server")
      numbers = (0..<2).map { world.shared(0, as: "v\($0)") }
      noted = world.shared([], as: "noted")
      file = world.shared(Data(repeating: 0, count: bytes), as: "file")
    }

    /// Does what an effect or work has to do, and gives what it has come to know.
    func perform(
      _ actions: [Action], as number: Int, from start: Int, _ clock: any Clock<Duration>,
      _ send: (Message) async -> Void
    ) async -> Int {
      var value = start
      for action in actions {
        do {
          switch action {
          case .call(let answers):
            value += try await server.call("x", answers: (0..<answers).map { .success($0) })
          case .read(let place): value += numbers[place].value
          case .add(let place): numbers[place].withValue { $0 = $0 * 2 + value }
          case .sleep(let seconds): try await clock.sleep(for: .seconds(seconds))
          case .send: await send(.came(number, value))
          case .cancel(let other): await send(.cancel(other))
          case .noteCancelled: if Task.isCancelled { noted.withValue { $0.append(number) } }
          case .keep: await till.keep(value)
          case .look: value += await till.sum
          case .stain:
            file.withValue { data in
              if let last = data.indices.last { data[last] = data[last] &* 3 &+ UInt8(value) }
            }
          case .inspect: value += Int(file.value.last ?? 0)
          case .put(0): counter.value = counter.value * 2 + value
          case .put: plain.value = plain.value * 2 + value
          case .take(0): value += counter.value
          case .take: value += plain.value
          }
        } catch {
          value += 10
        }
      }
      return value
    }
  }

  /// Builds it, and returns the result to look at in the end.
  func build(_ world: isolated World) -> () -> String {
    let things = Things(world, bytes: size)
    let (lane, effects, work, kinds) = (lane, effects, work, kinds)
    let beginning = State(data: Data(repeating: 0, count: size))
    let store = Store(beginning, of: Message.self, flow: world.flow) { state, message in
      state.note(message)
      switch message {
      case .came: return .none
      case .cancel(let number): return .cancel(id: EffectID(number))
      case .begin(let number):
        let known = 1 + Int(state.data.last ?? 0) % 3
        return .run(in: lane.queue, id: EffectID(number), label: "\(number)") { send in
          let value = await things.perform(effects[number], as: number, from: known, send.environment.clock) {
            await send($0)
          }
          if kinds.isEmpty { things.numbers[0].withValue { $0 = $0 * 3 + value } }
        }
      }
    }
    for (number, messages) in users.enumerated() { world.user("user \(number)", sends: messages, to: store) }
    if !work.isEmpty {
      let clock = world.environment.clock
      world.work("work") { _ = await things.perform(work, as: 2, from: 1, clock) { store.send($0) } }
    }
    return {
      "\(store.log) \(store.data.last ?? 0) \(things.numbers.map(\.value)) \(things.noted.value) "
        + "\(things.file.value.last ?? 0)"
    }
  }
}
