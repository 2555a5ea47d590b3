import Millrace
import Testing

@testable import MillracePostgres

@Suite("The requests of a host's entities")
struct EntityTableTests {
  private let (cart, till) = (ExactName("cart"), ExactName("till"))

  @Test("are admitted up to the limit for each entity, and again when one has ended")
  func limit() {
    var table = EntityTable(waitingLimit: 2, loadedLimit: 10)
    #expect(table.enter(cart) == .admitted && table.enter(cart) == .admitted)
    #expect(table.enter(cart) == .busy(waiting: 2) && table.enter(till) == .admitted)
    #expect(!table.isIdle && !table.isIdle(cart))
    #expect(!table.leave(cart) && table.enter(cart) == .admitted)
    #expect(!table.leave(cart) && !table.leave(cart) && !table.leave(till))
    #expect(table.isIdle && table.isIdle(cart))
  }

  @Test("are not admitted while the entity moves, which is drained by the last of them")
  func draining() {
    var table = EntityTable(waitingLimit: 2, loadedLimit: 10)
    #expect(table.drain(till), "nothing waits for it")
    #expect(table.enter(till) == .moving)
    table.drained(till)
    #expect(table.enter(till) == .admitted)
    #expect(table.enter(cart) == .admitted && table.enter(cart) == .admitted)
    #expect(!table.drain(cart) && table.enter(cart) == .moving)
    #expect(!table.leave(cart) && table.leave(cart))
    table.drained(cart)
    #expect(table.enter(cart) == .admitted)
  }

  @Test("are not admitted by a closed host; those that were go on")
  func closed() {
    var table = EntityTable(waitingLimit: 2, loadedLimit: 10)
    #expect(table.enter(cart) == .admitted)
    table.close()
    #expect(table.isClosed && table.enter(cart) == .closed && table.enter(till) == .closed)
    #expect(!table.leave(cart) && table.isIdle)
  }

  @Test("keep their entity in memory; of the others those beyond the limit go, the least recently used first")
  func surplus() {
    var table = EntityTable(waitingLimit: 2, loadedLimit: 2)
    let names = (0..<5).map { ExactName("entity \($0)") }
    for name in names {
      #expect(table.enter(name) == .admitted)
      table.loaded(name)
      table.loaded(name)
      if name != names[0] { _ = table.leave(name) }
    }
    #expect(table.loadedCount == 5 && table.surplus == [names[1], names[2], names[3]])
    // Used again, and moving: neither is unloaded.
    #expect(table.enter(names[1]) == .admitted && !table.leave(names[1]))
    _ = table.drain(names[2])
    #expect(table.surplus == [names[3], names[4], names[1]])
    for name in names {
      table.unloaded(name)
      table.unloaded(name)
    }
    #expect(table.loadedCount == 0 && table.surplus.isEmpty)
  }

  @Test("leave nothing behind", arguments: UInt64(0)..<50)
  func random(seed: UInt64) {
    var random = RandomSource.seeded(seed)
    var table = EntityTable(waitingLimit: 3, loadedLimit: 2)
    var waiting: [ExactName: Int] = [:]
    var moving: Set<ExactName> = []
    var loaded: Set<ExactName> = []
    let names = [cart, till, ExactName("shelf")]
    for _ in 0..<200 {
      let name = names[Int.random(in: 0..<3, using: &random)]
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        let count = waiting[name, default: 0]
        let expected: EntityTable.Admission =
          moving.contains(name) ? .moving : count == 3 ? .busy(waiting: 3) : .admitted
        #expect(table.enter(name) == expected)
        if expected == .admitted { waiting[name] = count + 1 }
      case 2 where waiting[name, default: 0] > 0:
        waiting[name, default: 0] -= 1
        #expect(table.leave(name) == (moving.contains(name) && waiting[name] == 0))
      case 3:
        moving.insert(name)
        #expect(table.drain(name) == (waiting[name, default: 0] == 0))
      case 4 where moving.remove(name) != nil: table.drained(name)
      default:
        if loaded.remove(name) == nil {
          loaded.insert(name)
          table.loaded(name)
        } else {
          table.unloaded(name)
        }
      }
      #expect(table.loadedCount == loaded.count)
      #expect(table.isIdle == waiting.values.allSatisfy { $0 == 0 })
      for name in table.surplus {
        #expect(loaded.contains(name) && waiting[name, default: 0] == 0 && !moving.contains(name))
      }
    }
  }
}
