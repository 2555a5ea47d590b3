import Millrace

/// A board that goes on by itself, sixty generations a second.
struct Life {
  /// How often it goes on.
  static let interval = Duration.seconds(1) / 60

  var board: Board
  var generation = 0
  /// How many generations it goes on by itself; nil for as long as nobody pauses it.
  var remaining: Int? = 0

  var isRunning: Bool { remaining != 0 }

  /// What can happen.
  enum Message: Sendable {
    case start(turns: Int?)
    case pause
    case step
    case place(Pattern, x: Int, y: Int)
    case sow
    case sown(Board)
    case clear
  }

  /// Changes the board where it lies.
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

  /// Chance is not the update's to draw: it comes from the environment, and so from an effect.
  private static func sowing(_ empty: Board) -> Effect<Message> {
    .callback(label: "sow") { continuation in
      var (board, random) = (empty, continuation.environment.random)
      board.sow(using: &random)
      continuation.send(.sown(board))
    }
  }

  /// The clock, while it runs.
  static func subscriptions(_ life: Life) -> [StoreSubscription<Message>] {
    life.isRunning ? [.every(interval, id: "generations") { .step }] : []
  }
}
