import Katana
import Millrace

/// Is answered by a text at once, once for each number up to `count`.
struct DemoEcho: Command, Equatable {
  let text: String
  var count = 1
}

struct DemoEchoing: CommandInterpreter {
  let log: DemoLog<String>

  init(log: DemoLog<String> = DemoLog()) { self.log = log }

  func interpret(dispatch: Dispatcher, command: DemoEcho) {
    log.add(command.text)
    for number in 0..<command.count { dispatch(DemoText("\(command.text)\(number)")) }
  }
}

/// Work that goes on until a test releases it.
struct DemoWork: Command, Equatable {
  let name: String
  var effectQueue: EffectQueue?
  var effectID: EffectID?

  init(_ name: String, queue: EffectQueue? = nil, id: EffectID? = nil) {
    self.name = name
    effectQueue = queue
    effectID = id
  }
}

/// Keeps the way back of each work, by its name.
final class DemoWorking: CommandInterpreter, Sendable {
  let begun = DemoLog<String>()
  let cancelled = DemoLog<String>()
  let shelf = DemoShelf()

  func interpret(dispatch: Dispatcher, command: DemoWork) {
    begun.add(command.name)
    let (cancelled, name) = (cancelled, command.name)
    dispatch.onCancel { cancelled.add(name) }
    shelf.keep(dispatch)
  }
}

/// Is answered by a task.
struct DemoTask: Command, Equatable {
  let text: String
  var seconds = 0
  var effectID: EffectID?
}

struct DemoTasking: AsyncCommandInterpreter {
  func interpret(dispatch: AsyncDispatch, command: DemoTask) async throws {
    if command.text == "bad" { throw DemoFailure("bad task") }
    if command.seconds > 0 { try await dispatch.environment.clock.sleep(for: .seconds(command.seconds)) }
    for number in 0..<3 { await dispatch(DemoText("\(command.text)\(number)")) }
  }
}

struct DemoBad: Command, Equatable {}

struct DemoThrowing: CommandInterpreter {
  func interpret(dispatch: Dispatcher, command: DemoBad) throws {
    dispatch(DemoText("before"))
    throw DemoFailure("bad command")
  }
}

/// A command of endless types, carried out as an echo.
struct DemoGeneric<Payload: Sendable & Equatable>: CommandWrapper, Equatable {
  let payload: Payload

  var wrapped: any Command { DemoEcho(text: "\(payload)-") }
}
