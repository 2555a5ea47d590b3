public import Millrace

/// The game on the whole screen of a terminal, as texts to write.
@MainActor
public final class LifeScreen {
  private let store: Store<Life, Life.Message>

  /// Creates a game with a random board.
  ///
  /// - Parameters:
  ///   - columns: The number of characters in a row of the screen; a cell takes two.
  ///   - rows: The number of rows of the screen; the last shows a line about the game.
  ///   - turns: The number of generations; nil for no limit.
  ///   - environment: The source of time and random numbers.
  ///   - draw: A closure that receives the text of each frame, sixty times a second.
  public init(
    columns: Int, rows: Int, turns: Int?, environment: StoreEnvironment, draw: @escaping (String) -> Void
  ) {
    store = Store(
      Life(board: Board(width: columns / 2, height: rows - 1)), name: "life", environment: environment,
      subscriptions: Life.subscriptions, update: Life.update)
    store.observe(\.generation, owner: self) { screen, _ in draw(screen.frame) }
    store.send(.sow)
    draw(Self.opening + frame)
    store.send(.start(turns: turns))
  }

  public func finished() async {
    for await isRunning in store.values(of: \.isRunning) where !isRunning { return }
  }

  public func stop() {
    store.send(.pause)
  }

  /// Switches to a second screen without a cursor, so that the earlier content comes back at the end.
  private static let opening = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J"
  /// Restores the terminal.
  public static let closing = "\u{1B}[?25h\u{1B}[?1049l"

  /// The next frame, which replaces the last one: the cursor goes home first.
  private var frame: String {
    store.withState { life in
      let rows = life.board.rows(living: "██", dead: "  ")
      return "\u{1B}[H\(rows.joined(separator: "\n"))\n"
        + "generation \(life.generation), Enter ends it\u{1B}[K"
    }
  }
}
