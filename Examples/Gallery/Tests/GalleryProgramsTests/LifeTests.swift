import Millrace
import MillraceTesting
import Testing

@testable import GalleryPrograms

@Suite("Life")
struct LifeTests {
  /// Creates a random board of any size.
  private static func board(_ seed: UInt64) -> Board {
    var random = RandomSource.seeded(seed)
    var board = Board(
      width: .random(in: 1...12, using: &random), height: .random(in: 1...12, using: &random))
    board.sow(using: &random)
    return board
  }

  /// Creates a board with the same cells at other positions.
  private func moved(_ board: Board, width: Int, height: Int, _ place: (Int, Int) -> (Int, Int)) -> Board {
    var result = Board(width: width, height: height)
    for y in 0..<board.height {
      for x in 0..<board.width {
        let (newX, newY) = place(x, y)
        result[newX, newY] = board[x, y]
      }
    }
    return result
  }

  private func stepped(_ board: Board, _ count: Int = 1) -> Board {
    var board = board
    for _ in 0..<count { board.step() }
    return board
  }

  private func board(_ pattern: Pattern, x: Int = 3, y: Int = 3) -> Board {
    var board = Board(width: 9, height: 8)
    board.place(pattern, x: x, y: y)
    return board
  }

  // MARK: Known patterns

  @Test("A block stays as it is")
  func block() {
    #expect(stepped(board(.block)) == board(.block))
  }

  @Test("A blinker turns, and turns back")
  func blinker() {
    let start = board(.blinker)
    #expect(stepped(start) == moved(start, width: 9, height: 8) { x, y in (4 + (y - 3), 3 + (x - 4)) })
    #expect(stepped(start) != start)
    #expect(stepped(start, 2) == start)
  }

  @Test("A glider is the same after four turns, one to the right and one down, also over the edges")
  func glider() {
    for turns in 1...20 {
      #expect(stepped(board(.glider, x: 0, y: 0), 4 * turns) == board(.glider, x: turns, y: turns))
    }
  }

  // MARK: Laws

  @Test("A turn is what the rules say of each cell by itself, on boards of any size", arguments: 1...200)
  func rules(seed: UInt64) {
    let board = Self.board(seed)
    var expected = Board(width: board.width, height: board.height)
    for y in 0..<board.height {
      for x in 0..<board.width {
        var neighbours = 0
        for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
          if board[x + dx, y + dy] { neighbours += 1 }
        }
        expected[x, y] = neighbours == 3 || (board[x, y] && neighbours == 2)
      }
    }
    #expect(stepped(board) == expected)
  }

  @Test(
    "It makes no difference whether a board is turned over, mirrored or moved before a turn or after it",
    arguments: 1...100)
  func symmetries(seed: UInt64) {
    let board = Self.board(seed)
    let (width, height) = (board.width, board.height)
    let mirror = { (board: Board) in
      moved(board, width: width, height: height) { x, y in (width - 1 - x, y) }
    }
    let transpose = { (board: Board) in moved(board, width: height, height: width) { x, y in (y, x) } }
    let shift = { (board: Board) in moved(board, width: width, height: height) { x, y in (x + 5, y - 3) } }
    for change in [mirror, transpose, shift] {
      #expect(stepped(change(board), 3) == change(stepped(board, 3)))
    }
  }

  @Test("Nothing comes of nothing, and a board with no room is a board of one cell")
  func empty() {
    #expect(stepped(Board(width: 7, height: 5)).population == 0)
    let tiny = Board(width: 0, height: -3)
    #expect(tiny.width == 1 && tiny.height == 1)
    #expect(stepped(tiny) == tiny)
  }

  @Test("Places beyond the edges come in on the other side, also far ones")
  func wrapping() {
    var board = Board(width: 4, height: 3)
    board[-1, 3 * 7 + 1] = true
    #expect(board.rows() == ["....", "...#", "...."])
  }

  // MARK: The game

  @Test("It goes on sixty times a second, and listens to the clock only while it runs")
  @MainActor func time() async throws {
    let clock = ManualClock()
    let store = Store(
      Life(board: board(.glider, x: 0, y: 0)), environment: StoreEnvironment(clock: clock),
      subscriptions: Life.subscriptions, update: Life.update)
    try clock.requireNoSleepers()
    store.send(.start(turns: nil))
    await clock.waitForSleepers(count: 1)
    await clock.advance(by: .seconds(1)) { await clock.waitForSleepers(count: 1) }
    #expect(store.withState(\.generation) == 60)
    #expect(store.withState(\.board) == board(.glider, x: 15, y: 15))
    store.send(.pause)
    try clock.requireNoSleepers()
  }

  @Test("It ends by itself after the turns that it was given; a step by hand is one of them")
  func turns() {
    var life = Life(board: board(.blinker))
    _ = Life.update(&life, .start(turns: 2))
    #expect(Life.subscriptions(life).map(\.id) == ["generations"])
    _ = Life.update(&life, .step)
    #expect(life.isRunning)
    _ = Life.update(&life, .step)
    #expect(!life.isRunning && Life.subscriptions(life).isEmpty)
    _ = Life.update(&life, .step)
    #expect(!life.isRunning && life.generation == 3)
  }

  @Test("Chance comes from the environment: the same source gives the same board")
  @MainActor func sowing() {
    func sown(_ seed: UInt64) -> Board {
      let store = Store(
        Life(board: Board(width: 9, height: 9)), environment: StoreEnvironment(random: .seeded(seed)),
        update: Life.update)
      store.send(.sow)
      return store.withState(\.board)
    }
    #expect(sown(1) == sown(1))
    #expect(sown(1) != sown(2))
    #expect(1..<81 ~= sown(1).population)
  }

  // MARK: The screen

  @Test("On a screen every frame has its rows and goes over the one before, and the last one ends it")
  @MainActor func screen() async {
    let clock = ManualClock()
    var frames: [String] = []
    let screen = LifeScreen(
      columns: 21, rows: 6, turns: 3, environment: StoreEnvironment(clock: clock, random: .seeded(1))
    ) { frames.append($0) }
    await clock.waitForSleepers(count: 1)
    await clock.advance(by: Life.interval * 2) { await clock.waitForSleepers(count: 1) }
    clock.jump(by: Life.interval)
    await screen.finished()
    #expect(frames.count == 4)
    #expect(frames.first?.hasPrefix("\u{1B}[?1049h") == true)
    #expect(frames.dropFirst().allSatisfy { $0.hasPrefix("\u{1B}[H") })
    #expect(frames.allSatisfy { $0.split(separator: "\n", omittingEmptySubsequences: false).count == 6 })
    #expect(frames.last?.contains("generation 3,") == true)
  }

  @Test("A game without an end can be stopped")
  @MainActor func stopping() async {
    let screen = LifeScreen(
      columns: 8, rows: 4, turns: nil, environment: StoreEnvironment(clock: ManualClock(), random: .seeded(1))
    ) { _ in }
    screen.stop()
    await screen.finished()
  }
}
