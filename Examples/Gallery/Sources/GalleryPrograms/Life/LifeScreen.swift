public import Millrace

/// The game on the whole screen of a terminal, as texts to be written there.
@MainActor
public final class LifeScreen {
  private let store: Store<Life, Life.Message>

  /// A game that begins with whatever chance gives.
  ///
  /// - Parameters:
  ///   - columns: How many characters stand in a row of the screen; a cell takes two.
  ///   - rows: How many rows the screen has; the last is for a line about the game.
  ///   - turns: After how many generations it ends; nil for never.
  ///   - environment: Where it has time and chance from.
  ///   - draw: Is given what to write, sixty times a second.
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

  /// Returns when the last generation has been drawn.
  public func finished() async {
    for await isRunning in store.values(of: \.isRunning) where !isRunning { return }
  }

  /// Ends the game.
  public func stop() {
    store.send(.pause)
  }

  /// Another screen, without a cursor, so that what was there before comes back at the end.
  private static let opening = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J"
  /// Puts the terminal back as it was.
  public static let closing = "\u{1B}[?25h\u{1B}[?1049l"

  /// Written over the frame before: the cursor goes home first.
  private var frame: String {
    store.withState { life in
      let rows = life.board.rows(living: "██", dead: "  ")
      return "\u{1B}[H\(rows.joined(separator: "\n"))\n"
        + "generation \(life.generation), Enter ends it\u{1B}[K"
    }
  }
}
