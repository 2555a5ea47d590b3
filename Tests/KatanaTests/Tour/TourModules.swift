import Katana
import Millrace

// Two modules of an application that know nothing of each other; only the application, below, knows both.

enum TourPing {
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

enum TourPong {
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

struct TourMatch: Model, Equatable {
  var ping = TourPing.State()
  var pong = TourPong.State()

  static var updater: CombinedUpdater<TourMatch> {
    CombinedUpdater(.slice(\.ping, TourPing.Logic()), .slice(\.pong, TourPong.Logic()))
  }
}

/// The application leads the commands of one module to the messages of the other.
struct TourPingToPong: CommandInterpreter {
  func interpret(dispatch: Dispatcher, command: TourPing.Served) {
    dispatch(TourPong.Event.returnBall(command.left))
  }
}

struct TourPongToPing: AsyncCommandInterpreter {
  func interpret(dispatch: AsyncDispatch, command: TourPong.Returned) async {
    await dispatch(TourPing.Event.serve(command.left))
  }
}

struct TourPongToPingAtOnce: CommandInterpreter {
  func interpret(dispatch: Dispatcher, command: TourPong.Returned) {
    dispatch(TourPing.Event.serve(command.left))
  }
}
