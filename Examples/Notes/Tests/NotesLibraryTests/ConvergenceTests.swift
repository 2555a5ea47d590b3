import Millrace
import NotesModel
import NotesShelf
import Testing

@testable import NotesLibrary

@Suite("Several devices")
struct ConvergenceTests {
  private enum Step: CaseIterable {
    case add, edit, delete, undo, mine, theirs, push, pull
  }

  /// Two devices of a log, and what they do.
  private struct World {
    var cloud = Cloud("one", "two")
    var devices: [Device]
    var titles = 0

    init() { devices = [Device(1, cloud), Device(2, cloud)] }

    mutating func take(_ step: Step, _ number: Int, choice: Int) {
      titles += 1
      let ids = Array(devices[number].library.entries.ids)
      let chosen = ids.isEmpty ? nil : ids[choice % ids.count]
      let disputed = devices[number].library.conflicts.first
      switch step {
      case .add: devices[number].tell(.add(note(0, "new \(titles)")))
      case .edit: if let chosen { devices[number].tell(.edit(note(chosen.number, "edit \(titles)"))) }
      case .delete: if let chosen { devices[number].tell(.delete(chosen)) }
      case .undo: devices[number].tell(.undoDeletion)
      case .mine: if let disputed { devices[number].tell(.resolve(disputed, keepingMine: true)) }
      case .theirs: if let disputed { devices[number].tell(.resolve(disputed, keepingMine: false)) }
      case .push: devices[number].push(&cloud)
      case .pull: devices[number].pull(cloud)
      }
    }

    var flaws: [String] { devices.flatMap(\.flaws) }

    /// Sends and resolves everything.
    mutating func end() {
      for _ in 0..<3 {
        for number in devices.indices {
          for id in devices[number].library.conflicts {
            devices[number].tell(.resolve(id, keepingMine: false))
          }
          devices[number].sync(&cloud)
        }
      }
    }

    /// The items of all devices, which must be those of the shelf.
    var areEqual: Bool {
      let shelf = cloud.shelf.shelf
      let items = shelf.items(.notes).rows.map(\.item)
      return devices.allSatisfy { device in
        device.library.entries.rows.map(\.item).sorted { $0.id < $1.id } == items
          && device.library.outbox.isEmpty && device.library.conflicts.isEmpty
      }
    }
  }

  @Test(
    "After every step a library is its shelf with its conflicts, and in the end all are equal",
    arguments: 0..<40)
  func random(_ group: UInt64) {
    for seed in group * 10..<group * 10 + 10 {
      var random = RandomSource.seeded(seed)
      var world = World()
      for step in 0..<60 {
        let kind = Step.allCases[Int.random(in: 0..<Step.allCases.count, using: &random)]
        let (number, choice) = (
          Int.random(in: 0...1, using: &random), Int.random(in: 0..<1_000, using: &random)
        )
        world.take(kind, number, choice: choice)
        guard world.flaws == [] else {
          Issue.record("seed \(seed), step \(step), \(kind): \(world.flaws)")
          return
        }
      }
      world.end()
      #expect(world.areEqual && world.flaws == [], "seed \(seed)")
    }
  }

  @Test("Every order of five steps of two devices keeps the law")
  func exhaustive() {
    let steps: [(Step, Int)] = [
      (.add, 0), (.edit, 0), (.delete, 0), (.push, 0), (.pull, 0), (.edit, 1), (.push, 1),
    ]
    var count = 0
    func go(_ world: World, _ depth: Int, _ path: [String]) {
      count += 1
      if world.flaws != [] {
        Issue.record("\(path): \(world.flaws)")
        return
      }
      if depth == 0 {
        var world = world
        world.end()
        if !world.areEqual || world.flaws != [] { Issue.record("\(path): not equal in the end") }
        return
      }
      for (step, number) in steps {
        var next = world
        next.take(step, number, choice: step == .delete ? 1 : 0)
        go(next, depth - 1, path + ["\(step) \(number)"])
      }
    }
    go(World(), 4, [])
    #expect(count == 1 + 7 + 49 + 343 + 2401)
  }
}
