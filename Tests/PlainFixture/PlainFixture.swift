import Aftermath
import Foundation

struct Double: Command {
  typealias Output = Int
  let number: Int
}

struct DoubleHandler: CommandHandler {
  func handle(command: Double) throws -> Event<Double> {
    print("handles \(command.number)")
    return .data(command.number * 2)
  }
}

struct Greet: MainActorAction {
  typealias Output = Int

  func handle(command: Greet) throws -> Event<Greet> {
    print("greets")
    return .progress
  }
}

@MainActor
final class Reader: ReactionProducer {
  let engine: Engine

  init(_ engine: Engine) { self.engine = engine }
}

/// A program without an asynchronous word: its `main` has no isolation, and runs on the main thread.
@main
struct PlainFixture {
  static func main() {
    run(Engine.shared)
    run(Engine(name: "own"))
  }

  static func run(_ engine: Engine) {
    engine.use(handler: DoubleHandler())
    // Holds the reader to the end.
    let reader = MainActor.assumeIsolated {
      let reader = Reader(engine)
      reader.react(to: Double.self) { print("hears \($0)") }
      return reader
    }
    engine.execute(command: Double(number: 1))
    engine.publish(event: Event<Double>.data(10))
    engine.execute(action: Greet())
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      engine.execute(command: Double(number: 2))
      print("posted")
      isOver.signal()
    }
    isOver.wait()
    print("next")
    engine.execute(command: Double(number: 3))
    withExtendedLifetime(reader) {}
  }
}
