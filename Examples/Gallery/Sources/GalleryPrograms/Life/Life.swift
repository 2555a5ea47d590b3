import Millrace

/// A board that advances by itself, sixty generations a second.
struct Life {
  static let interval = Duration.seconds(1) / 60

  var board: Board
  var generation = 0
  /// The number of generations left; nil for no limit.
  var remaining: Int? = 0

  var isRunning: Bool { remaining != 0 }

  enum Message: Sendable {
    case start(turns: Int?)
    case pause
    case step
    case place(Pattern, x: Int, y: Int)
    case sow
    case sown(Board)
    case clear
  }

  /// Changes the board in place.
  static func update(_ life: inout Life, _ message: Message) -> Effect<Message> {
    switch message {
    case .start(let turns): life.remaining = turns
    case .pause: life.remaining = 0
    case .step:
      life.board.step()
      life.generation += 1
      if let remaining = life.remaining, remaining > 0 { life.remaining = remaining - 1 }
    case .place(let pattern, let x, let y): life.board.place(pattern, x: x, y: y)
    case .sow: return sowing(Board(width: life.board.width, height: life.board.height))
    case .sown(let board): life.board = board
    case .clear: life.board = Board(width: life.board.width, height: life.board.height)
    }
    return .none
  }

  /// Returns an update draws no random numbers: they come from the environment, by an effect.
  private static func sowing(_ empty: Board) -> Effect<Message> {
    .callback(label: "sow") { continuation in
      var (board, random) = (empty, continuation.environment.random)
      board.sow(using: &random)
      continuation.send(.sown(board))
    }
  }

  /// Returns the clock, while the game runs.
  static func subscriptions(_ life: Life) -> [StoreSubscription<Message>] {
    life.isRunning ? [.every(interval, id: "generations") { .step }] : []
  }
}
