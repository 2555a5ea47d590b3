import Millrace
import MillraceTesting
import Testing

@testable import MillracePersistence

@Suite("Keeping a part in every order")
struct KeepOrderTests {
  @Test(
    "an own change and one of another process meet in every order, and state and place agree in the end",
    arguments: [false, true])
  func orders(merges: Bool) async {
    let exploration = await Explorer().explore { world in
      let disk = world.outside("disk")
      let storage = MemoryStorage(text("light"), location: "memory of the explorer \(merges)") {
        _ = try? await disk.call("done", answers: [.success(true)])
      }
      let store = Store(App(), of: AppMessage.self, flow: world.flow, update: updateApp)
      let kept = store.keep(
        \.settings, in: storage,
        merging: merges ? mergeSettings : nil)
      world.user("user", sends: [.size(2)], to: store)
      world.user("other process", does: [{ storage.change(text("blue", 5)) }])
      world.follow("place") { storage.text }
      world.finally("the state is what is in the place") {
        kept.isSaved && storage.text == text(store.settings.theme, store.settings.size)
      }
      world.finally("the last writer's change is there; merged, both are") {
        let settings = store.settings
        return merges
          ? settings.theme == "blue" && [2, 5].contains(settings.size)
          : settings.size == 2 || settings.theme == "blue"
      }
    }
    #expect(exploration.isProven, "\(exploration)")
  }

  /// One process that adds to a set: its home, its writer, and the place, step by step.
  private struct AddingProcess {
    enum Step: CaseIterable { case change, other, look, write, take }

    var (contents, stamp, mine) = (KeptContents(), KeptStamp(), [UInt8]())
    var place: [UInt8]?
    /// A look that the home has not taken.
    var seen: (bytes: [UInt8], number: UInt64)?
    var (next, added): (UInt8, [UInt8]) = (0, [])

    mutating func take(_ step: Step) {
      switch step {
      case .change:
        mine.append(add())
        stamp.number += 1
      case .other: place = (place ?? []) + [add()]
      case .look: if seen == nil { look() }
      case .write:
        if seen != nil { return }
        switch contents.answer(to: stamp, over: place) {
        case .isWritten: break
        case .join: look()
        case .write: write()
        }
      case .take:
        guard let seen else { return }
        join(seen.bytes)
        (stamp.joined, self.seen) = (seen.number, nil)
      }
    }

    mutating func end() {
      switch contents.answer(to: stamp, over: place) {
      case .isWritten: return
      case .join(let bytes): join(bytes)
      case .write: break
      }
      write()
    }

    private mutating func add() -> UInt8 {
      next += 1
      added.append(next)
      return next
    }

    private mutating func look() {
      if contents.see(place), let place { seen = (place, contents.look) }
    }

    private mutating func join(_ bytes: [UInt8]) { mine = Set(mine + bytes).sorted() }

    private mutating func write() {
      place = mine
      contents.wrote(mine, stamp)
    }
  }

  @Test("a value is written over what it has joined alone, in every order of six steps and an end")
  func everyOrder() {
    var orders = [(AddingProcess(), [AddingProcess.Step]())]
    for _ in 0..<6 {
      orders = orders.flatMap { process, steps in
        AddingProcess.Step.allCases.map { step in
          var process = process
          process.take(step)
          return (process, steps + [step])
        }
      }
    }
    let losing = orders.first { process, _ in
      var process = process
      process.end()
      return Set(process.place ?? []) != Set(process.added)
    }
    #expect(losing == nil, "\(losing?.1 ?? [])")
  }

  @Test("a model of the place: after any events, a saved part is what is in the place", arguments: 1...200)
  func machine(seed: Int) {
    var random = RandomSource.seeded(UInt64(seed))
    var machine = KeptMachine(0, delays: seed.isMultiple(of: 3))
    var place: Int? = Bool.random(using: &random) ? 50 : nil
    var known = place
    var state = 0
    var value = 100
    var story: [String] = []

    func look() -> KeptMachine<Int>.Found {
      defer { known = place }
      if place == known { return .same }
      return place.map { .value($0) } ?? .missing
    }
    func follow(_ action: KeptMachine<Int>.Action) {
      story.append("\(action)")
      guard case .put(let value) = action else { return }
      state = value
      follow(machine.changed(value))
    }
    func finish() {
      switch machine.operation {
      case nil: break
      case .waiting: follow(machine.due())
      case .reading: follow(machine.found(look()) { Bool.random(using: &random) ? max($0, $1) : nil })
      case .writing(let value):
        if Int.random(in: 0..<5, using: &random) == 0 {
          follow(machine.failed(.cannotWrite(location: "", reason: "")))
        } else {
          (place, known) = (value, value)
          follow(machine.wrote())
          follow(machine.noticed())
        }
      }
    }

    follow(machine.begin(place.map { .value($0) } ?? .missing))
    for _ in 0..<200 {
      value += 1
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1:
        state = value
        story.append("change \(value)")
        follow(machine.changed(value))
      case 2:
        place = Int.random(in: 0..<4, using: &random) == 0 ? nil : value
        story.append("other \(place.map(String.init) ?? "-")")
        follow(machine.noticed())
      case 3: follow(machine.flush())
      case 4: follow(machine.abandoned())
      default: finish()
      }
      #expect(machine.present == state, "seed \(seed): \(story.suffix(20))")
    }
    while machine.operation != nil { finish() }
    var rounds = 0
    while !machine.isSaved, rounds < 100 {
      rounds += 1
      follow(machine.flush())
      while machine.operation != nil { finish() }
    }
    #expect(
      machine.isSaved && (place == state || place == nil || !machine.hasUnsaved), "seed \(seed): \(story)")
    state += 1
    follow(machine.changed(state))
    rounds = 0
    while machine.operation != nil || !machine.isSaved, rounds < 100 {
      rounds += 1
      if machine.operation == nil { follow(machine.flush()) }
      finish()
    }
    #expect(place == state, "seed \(seed): \(story)")
  }

  /// A value that is not equal to itself, as one that has a NaN.
  private struct Odd: Equatable {
    let id: Int
    static func == (_: Odd, _: Odd) -> Bool { false }
  }

  @Test("one write of a value that is never equal to itself is followed by rest", arguments: 1...200)
  func unequal(seed: Int) {
    var random = RandomSource.seeded(UInt64(seed))
    var machine = KeptMachine(Odd(id: 0), delays: seed.isMultiple(of: 3))
    var place: Int? = Bool.random(using: &random) ? 50 : nil
    var known = place
    var last = 0
    var actions = 0
    var writes = 0

    func follow(_ action: KeptMachine<Odd>.Action) {
      switch action {
      case .none: return
      case .put(let value):
        last = value.id
        follow(machine.changed(value))
      case .write: writes += 1
      case .wait, .read: break
      }
      actions += 1
    }
    func finish(fails: Bool = false) {
      switch machine.operation {
      case nil: break
      case .waiting: follow(machine.due())
      case .reading:
        let found = place == known ? .same : place.map { KeptMachine.Found.value(Odd(id: $0)) } ?? .missing
        known = place
        follow(machine.found(found) { Bool.random(using: &random) ? Odd(id: max($0.id, $1.id)) : nil })
      case .writing where fails: follow(machine.failed(.cannotWrite(location: "", reason: "")))
      case .writing(let value):
        (place, known) = (value.id, value.id)
        follow(machine.wrote())
        follow(machine.noticed())
      }
    }
    func rest() {
      actions = 0
      while machine.operation != nil, actions < 20 { finish() }
    }

    follow(machine.begin(place.map { .value(Odd(id: $0)) } ?? .missing))
    for id in 100..<200 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1:
        last = id
        follow(machine.changed(Odd(id: id)))
      case 2:
        place = id
        follow(machine.noticed())
      case 3: follow(machine.flush())
      case 4: follow(machine.abandoned())
      default: finish(fails: Int.random(in: 0..<5, using: &random) == 0)
      }
    }
    rest()
    follow(machine.flush())
    rest()
    #expect(machine.isSaved && !machine.hasUnsaved && place == last, "seed \(seed)")
    writes = 0
    follow(machine.changed(Odd(id: 200)))
    rest()
    #expect(machine.isSaved && writes == 1 && place == 200, "seed \(seed)")
    follow(machine.noticed())
    rest()
    #expect(machine.isSaved && writes == 1, "seed \(seed)")
  }
}
