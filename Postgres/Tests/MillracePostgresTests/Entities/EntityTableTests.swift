import Testing

@testable import MillracePostgres

@Suite("The table of a host's entities")
struct EntityTableTests {
  private let a = ExactName("a")
  private let b = ExactName("b")
  private let c = ExactName("c")
  private var table = EntityTable(waitingLimit: 2, loadedLimit: 1)

  @Test("admits requests of an entity up to the limit, and again when one has left")
  mutating func limit() {
    #expect(table.enter(a) == .admitted)
    #expect(table.enter(a) == .admitted)
    #expect(table.enter(a) == .busy(waiting: 2))
    #expect(table.enter(b) == .admitted)
    #expect(table.leave(a) == false)
    #expect(table.enter(a) == .admitted)
    #expect(table.enter(a) == .busy(waiting: 2))
  }

  @Test("takes limits below 1 as 1")
  mutating func lowLimits() {
    table = EntityTable(waitingLimit: 0, loadedLimit: -3)
    #expect(table.waitingLimit == 1 && table.loadedLimit == 1)
    #expect(table.enter(a) == .admitted)
    #expect(table.enter(a) == .busy(waiting: 1))
  }

  @Test("admits nothing of an entity that is handed over, and says when its last request has left")
  mutating func draining() {
    _ = table.enter(a)
    _ = table.enter(a)
    #expect(table.drain(a) == false)
    #expect(table.enter(a) == .moving)
    #expect(table.enter(b) == .admitted)
    #expect(table.leave(a) == false)
    #expect(table.leave(a) == true)
    #expect(table.enter(a) == .moving)
    table.drained(a)
    #expect(table.enter(a) == .admitted)
    #expect(table.leave(a) == false)
    // One that nothing waits for is drained at once, also if it was never used.
    #expect(table.drain(c) == true)
    #expect(table.enter(c) == .moving)
  }

  @Test("admits nothing after its end, and is idle when the last request has left")
  mutating func closing() {
    #expect(table.isIdle)
    _ = table.enter(a)
    table.close()
    #expect(table.isClosed)
    #expect(table.enter(a) == .closed)
    #expect(table.enter(b) == .closed)
    #expect(!table.isIdle && !table.isIdle(a) && table.isIdle(b))
    _ = table.leave(a)
    #expect(table.isIdle && table.isIdle(a))
  }

  @Test(
    "unloads those beyond the limit that were used least recently, nothing waits for, and nobody is handed")
  mutating func surplus() {
    for name in [a, b, c] {
      _ = table.enter(name)
      table.loaded(name)
    }
    #expect(table.loadedCount == 3)
    // Requests wait for all.
    #expect(table.surplus.isEmpty)
    for name in [c, b, a] { _ = table.leave(name) }
    #expect(table.surplus == [a, b])
    _ = table.enter(a)
    _ = table.leave(a)
    #expect(table.surplus == [b, c])
    _ = table.drain(b)
    #expect(table.surplus == [c, a])
    table.unloaded(c)
    table.unloaded(c)
    #expect(table.loadedCount == 2)
    #expect(table.surplus == [a])
    table.unloaded(b)
    #expect(table.surplus.isEmpty)
    // Loaded twice counts once.
    table.loaded(a)
    #expect(table.loadedCount == 1)
  }

  @Test("decides as a plain list of requests does", arguments: UInt64(1)...50)
  mutating func model(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    table = EntityTable(waitingLimit: 3, loadedLimit: 2)
    // Each request, the entities in memory, those that are handed over, and the order of admission.
    var (requests, loaded, moving): ([ExactName], [ExactName], [ExactName]) = ([], [], [])
    var admitted: [ExactName] = []
    for step in 0..<300 {
      let name = ExactName(["a", "b", "c", "d"].randomElement(using: &random) ?? "a")
      let waiting = requests.count { $0 == name }
      switch Int.random(in: 0..<8, using: &random) {
      case 0..<3:
        let wanted: EntityTable.Admission =
          moving.contains(name) ? .moving : waiting == 3 ? .busy(waiting: 3) : .admitted
        #expect(table.enter(name) == wanted, "seed \(seed), step \(step)")
        guard wanted == .admitted else { break }
        requests.append(name)
        admitted.removeAll { $0 == name }
        admitted.append(name)
      case 3, 4:
        guard let index = requests.firstIndex(of: name) else { break }
        requests.remove(at: index)
        #expect(table.leave(name) == (moving.contains(name) && waiting == 1), "seed \(seed), step \(step)")
      case 5:
        guard waiting > 0, !loaded.contains(name) else { break }
        table.loaded(name)
        loaded.append(name)
      case 6:
        table.unloaded(name)
        loaded.removeAll { $0 == name }
      default:
        if moving.contains(name) {
          table.drained(name)
          moving.removeAll { $0 == name }
        } else {
          #expect(table.drain(name) == (waiting == 0), "seed \(seed), step \(step)")
          moving.append(name)
        }
      }
      let idle = admitted.filter { name in
        loaded.contains(name) && !requests.contains(name) && !moving.contains(name)
      }
      #expect(table.surplus == Array(idle.prefix(max(loaded.count - 2, 0))), "seed \(seed), step \(step)")
      #expect(table.loadedCount == loaded.count && table.isIdle == requests.isEmpty)
    }
  }
}
