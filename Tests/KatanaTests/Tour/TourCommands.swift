import Katana
import Millrace

/// Is answered by a text at once, once for each number up to `count`.
struct TourEcho: Command, Equatable {
  let text: String
  var count = 1
}

struct TourEchoing: CommandInterpreter {
  let log: TourLog<String>

  init(log: TourLog<String> = TourLog()) { self.log = log }

  func interpret(dispatch: Dispatcher, command: TourEcho) {
    log.add(command.text)
    for number in 0..<command.count { dispatch(TourText("\(command.text)\(number)")) }
  }
}

/// Work that goes on until a test lets it go.
struct TourWork: Command, Equatable {
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
final class TourWorking: CommandInterpreter, Sendable {
  let begun = TourLog<String>()
  let cancelled = TourLog<String>()
  let shelf = TourShelf()

  func interpret(dispatch: Dispatcher, command: TourWork) {
    begun.add(command.name)
    let (cancelled, name) = (cancelled, command.name)
    dispatch.onCancel { cancelled.add(name) }
    shelf.keep(dispatch)
  }
}

/// Is answered by a task.
struct TourTask: Command, Equatable {
  let text: String
  var seconds = 0
  var effectID: EffectID?
}

struct TourTasking: AsyncCommandInterpreter {
  func interpret(dispatch: AsyncDispatch, command: TourTask) async throws {
    if command.text == "bad" { throw TourFailure("bad task") }
    if command.seconds > 0 { try await dispatch.environment.clock.sleep(for: .seconds(command.seconds)) }
    for number in 0..<3 { await dispatch(TourText("\(command.text)\(number)")) }
  }
}

struct TourBad: Command, Equatable {}

struct TourThrowing: CommandInterpreter {
  func interpret(dispatch: Dispatcher, command: TourBad) throws {
    dispatch(TourText("before"))
    throw TourFailure("bad command")
  }
}

/// A command of endless types, carried out as an echo.
struct TourGeneric<Payload: Sendable & Equatable>: CommandWrapper, Equatable {
  let payload: Payload

  var wrapped: any Command { TourEcho(text: "\(payload)-") }
}
