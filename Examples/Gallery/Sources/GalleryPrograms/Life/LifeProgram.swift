import Millrace

/// A game whose state is changed in place, with an interval on the clock.
final class LifeProgram: Program {
  static let name = "life"
  static let idea = "Conway's game of life at 60 turns a second: state in place, an interval on the clock"
  static let help = """
    glider 2 1     put a glider there, two cells to the right and one down; also 'block' and 'blinker'
    sow            throw a coin for each cell
    clear          let nothing live
    step           go on by one generation
    turns 4        go on by so many, one each sixtieth of a second
    start          go on until 'pause'
    show           draw the board
    """

  private let store: Store<Life, Life.Message>
  private let write: (String) -> Void
  var flow: Flow { store.flow }
  var tickers: Int { store.withState(\.isRunning) ? 1 : 0 }

  init(environment: StoreEnvironment, write: @escaping (String) -> Void) {
    store = Store(
      Life(board: Board(width: 16, height: 8)), name: "life", environment: environment,
      subscriptions: Life.subscriptions, update: Life.update)
    self.write = write
    store.observe(\.generation, owner: self) { program, _ in program.show() }
  }

  private enum Word: String { case sow, clear, step, start, pause, show }

  func follow(_ line: Line) throws {
    if let pattern = Pattern(rawValue: line.word) {
      let (x, y) = try place(line)
      store.send(.place(pattern, x: x, y: y))
      return
    }
    if line.word == "turns" {
      store.send(.start(turns: try line.number(in: 1...1_000_000)))
      return
    }
    switch try line.alone(as: Word.self) {
    case .sow: store.send(.sow)
    case .clear: store.send(.clear)
    case .step: store.send(.step)
    case .start: store.send(.start(turns: nil))
    case .pause: store.send(.pause)
    case .show: show()
    }
  }

  private func place(_ line: Line) throws(LineError) -> (Int, Int) {
    let words = try line.text(such: "2 1").split(separator: " ")
    let numbers = words.compactMap { Int($0) }.filter { 0..<1_000 ~= $0 }
    guard words.count == 2, numbers.count == 2 else { throw .notPlace(line.rest) }
    return (numbers[0], numbers[1])
  }

  private func show() {
    let (generation, population) = store.withState { ($0.generation, $0.board.population) }
    write("Generation \(generation), \(population) alive:")
    store.withState { $0.board.rows() }.forEach { write("  \($0)") }
  }
}
