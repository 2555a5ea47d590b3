import Katana
import Millrace

// Two modules of an application that know nothing of each other; only the application, below, knows both.

enum DemoPing {
  struct State: Model, Equatable { var served = 0 }
  enum Event: Message, Equatable { case serve(Int) }
  struct Served: Command, Equatable { let left: Int }

  struct Logic: TypedUpdater {
    func update(model: inout State, message: Event) -> [any Command] {
      guard case .serve(let left) = message else { return [] }
      model.served += 1
      return [Served(left: left)]
    }
  }
}

enum DemoPong {
  struct State: Model, Equatable { var returned = 0 }
  enum Event: Message, Equatable { case returnBall(Int) }
  struct Returned: Command, Equatable { let left: Int }

  struct Logic: TypedUpdater {
    func update(model: inout State, message: Event) -> [any Command] {
      guard case .returnBall(let left) = message else { return [] }
      model.returned += 1
      return left > 0 ? [Returned(left: left - 1)] : []
    }
  }
}

struct DemoMatch: Model, Equatable {
  var ping = DemoPing.State()
  var pong = DemoPong.State()

  static var updater: CombinedUpdater<DemoMatch> {
    CombinedUpdater(.slice(\.ping, DemoPing.Logic()), .slice(\.pong, DemoPong.Logic()))
  }
}

/// The application leads the commands of one module to the messages of the other.
struct DemoPingToPong: CommandInterpreter {
  func interpret(dispatch: Dispatcher, command: DemoPing.Served) {
    dispatch(DemoPong.Event.returnBall(command.left))
  }
}

struct DemoPongToPing: AsyncCommandInterpreter {
  func interpret(dispatch: AsyncDispatch, command: DemoPong.Returned) async {
    await dispatch(DemoPing.Event.serve(command.left))
  }
}

struct DemoPongToPingAtOnce: CommandInterpreter {
  func interpret(dispatch: Dispatcher, command: DemoPong.Returned) {
    dispatch(DemoPing.Event.serve(command.left))
  }
}
