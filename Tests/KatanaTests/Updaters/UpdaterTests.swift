import Katana
import KatanaTesting
import Testing

struct DemoTally: Model, Equatable {
  var total = 0
  var rows = [1, 2, 3]
}

struct DemoWord: Message, Equatable { let text: String }

/// By value, for messages of two types.
struct DemoValueUpdater: Updater {
  func update(model: consuming DemoTally, message: any Message) -> (DemoTally, [any Command]) {
    switch message {
    case DemoStep.add(let amount):
      model.total += amount
      model.rows.append(amount)
      return (model, [DemoMark("added")])
    case let word as DemoWord: return (DemoTally(total: word.text.count), [])
    default: return (model, [])
    }
  }
}

/// By value with a parameter that is not written `consuming`.
struct DemoPlainUpdater: Updater {
  func update(model: DemoTally, message: any Message) -> (DemoTally, [any Command]) {
    guard let word = message as? DemoWord else { return (model, []) }
    return (DemoTally(total: model.total + word.text.count, rows: []), [DemoMark(word.text)])
  }
}

struct DemoRaise: UpdateMessage, Equatable {
  let amount: Int

  func update(model: inout DemoTally) -> [any Command] {
    model.total += amount
    return [DemoMark("raised")]
  }
}

struct DemoElsewhere: UpdateMessage {
  func update(model: inout DemoSlice) -> [any Command] {
    model.value = 99
    return [DemoMark("elsewhere")]
  }
}

class DemoNews: Message, @unchecked Sendable {
  // Sound: nothing in it changes.
  let text: String
  init(_ text: String) { self.text = text }
}

final class DemoFlash: DemoNews, @unchecked Sendable {
  // Sound: nothing in it changes.
}

final class DemoBulletin: DemoNews, @unchecked Sendable {
  // Sound: nothing in it changes.
}

struct UpdaterTests {
  @Test("Any updater takes a model and a message whose types it does not know")
  func anyUpdater() throws {
    let updaters: [any AnyUpdater] = [DemoCounting(name: "a"), DemoValueUpdater()]
    let (slice, marks) = updaters[0].update(model: DemoSlice(value: 2), message: DemoStep.add(3))
    #expect(slice as? DemoSlice == DemoSlice(value: 5))
    #expect(CommandList(marks) == [DemoMark("a2")])
    let (tally, added) = updaters[1].update(model: DemoTally(), message: DemoStep.add(3))
    #expect(tally as? DemoTally == DemoTally(total: 3, rows: [1, 2, 3, 3]))
    #expect(CommandList(added) == [DemoMark("added")])
  }

  @Test("Any updater leaves another model, and its own model at another message, as they are")
  func anyUpdaterElsewhere() {
    let updaters: [any AnyUpdater] = [
      DemoCounting(), DemoValueUpdater(), MessageUpdater(of: DemoTally.self),
      FunctionUpdater { (model: inout DemoTally, message: DemoStep) in [DemoMark("never")] },
      CombinedUpdater<DemoTally>(.full(DemoValueUpdater())),
    ]
    for updater in updaters {
      let (model, commands) = updater.update(model: DemoPage.empty, message: DemoStep.add(1))
      #expect(model as? DemoPage == .empty)
      #expect(commands.isEmpty)
    }
    for updater in updaters {
      let (model, commands) = updater.update(model: DemoTally(total: 7), message: DemoUnknown())
      #expect(model as? DemoTally == DemoTally(total: 7))
      #expect(commands.isEmpty)
    }
  }

  @Test(
    "An updater by value may take messages of several types, and gives the model that it is given otherwise")
  func byValue() {
    let updater = DemoValueUpdater()
    #expect(updater.outcome(of: DemoStep.add(4), on: DemoTally()).model.rows == [1, 2, 3, 4])
    #expect(updater.outcome(of: DemoWord(text: "four"), on: DemoTally()).model.total == 4)
    let untouched = updater.outcome(of: DemoUnknown(), on: DemoTally(total: 1))
    #expect(untouched.model == DemoTally(total: 1))
    #expect(untouched.commands.isEmpty)
    let (model, commands) = updater.update(model: DemoTally(), message: DemoStep.add(1))
    #expect(model.total == 1)
    #expect(CommandList(commands) == [DemoMark("added")])
  }

  @Test("An updater by value whose parameter is not consuming does the same")
  func byPlainValue() {
    let outcome = DemoPlainUpdater().outcome(of: DemoWord(text: "word"), on: DemoTally(total: 1))
    #expect(outcome.model == DemoTally(total: 5, rows: []))
    #expect(outcome.commands == [DemoMark("word")])
  }

  @Test("A typed updater gets its messages alone, and says of others that it does not know them")
  func typed() {
    let known = DemoCounting().outcome(of: DemoStep.push(4), on: DemoSlice(value: 1, rows: [3]))
    #expect(known.model == DemoSlice(value: 1, rows: [3, 4]))
    #expect(known.commands == [DemoMark("1")])
    #expect(known.isHandled)
    let other = DemoCounting().outcome(of: DemoWord(text: ""), on: DemoSlice(value: 1))
    #expect(other.model == DemoSlice(value: 1))
    #expect(other.commands == [])
    #expect(!other.isHandled)
    var model = DemoSlice()
    #expect(DemoCounting().apply(DemoUnknown(), to: &model) == nil)
    #expect(DemoCounting().apply(DemoStep.quiet, to: &model)?.isEmpty == true)
    #expect(DemoCounting().update(model: DemoSlice(value: 1), message: DemoStep.add(1)).0.value == 2)
  }

  @Test("A closure is an updater of the messages that it takes")
  func function() {
    let updater = FunctionUpdater { (model: inout DemoTally, message: DemoStep) in
      model.total += 1
      return [DemoMark("\(message)")]
    }
    #expect(updater.outcome(of: DemoStep.quiet, on: DemoTally()).commands == [DemoMark("quiet")])
    #expect(!updater.outcome(of: DemoUnknown(), on: DemoTally()).isHandled)
    #expect(updater.update(model: DemoTally(), message: DemoStep.quiet).0.total == 1)
  }

  @Test("A closure may take all messages, and answers nil for those that it does not know")
  func functionForAll() {
    let updater = FunctionUpdater(any: { (model: inout DemoTally, message: any Message) in
      switch message {
      case is DemoStep: model.total += 1
      case is DemoWord: model.total += 10
      default: return nil
      }
      return []
    })
    let outcome = updater.outcome(of: [DemoStep.quiet, DemoWord(text: "")], on: DemoTally())
    #expect(outcome.model.total == 11)
    #expect(outcome.isHandled)
    let unknown = updater.outcome(of: [DemoStep.quiet, DemoUnknown()], on: DemoTally())
    #expect(unknown.model.total == 1)
    #expect(!unknown.isHandled)
  }

  @Test("A message may carry its own update; one for another model is not known")
  func ownUpdate() {
    let updater = MessageUpdater(of: DemoTally.self)
    let outcome = updater.outcome(of: DemoRaise(amount: 5), on: DemoTally())
    #expect(outcome.model.total == 5)
    #expect(outcome.commands == [DemoMark("raised")])
    #expect(!updater.outcome(of: DemoElsewhere(), on: DemoTally()).isHandled)
    #expect(!updater.outcome(of: DemoUnknown(), on: DemoTally()).isHandled)
    let both = CombinedUpdater<DemoModel>(.slice(\.left, MessageUpdater()))
    #expect(both.outcome(of: DemoElsewhere(), on: DemoModel()).model.left.value == 99)
  }

  @Test("A message may be an object: an updater of a class takes its subclasses, not its siblings")
  func classes() {
    let all = FunctionUpdater { (model: inout DemoTally, message: DemoNews) in
      [DemoMark(message.text)]
    }
    let flashes = FunctionUpdater { (model: inout DemoTally, message: DemoFlash) in
      [DemoMark("flash \(message.text)")]
    }
    let updater = CombinedUpdater<DemoTally>(.full(all), .full(flashes))
    #expect(updater.outcome(of: DemoNews("n"), on: DemoTally()).commands == [DemoMark("n")])
    #expect(
      updater.outcome(of: DemoFlash("f"), on: DemoTally()).commands == [DemoMark("f"), DemoMark("flash f")])
    #expect(updater.outcome(of: DemoBulletin("b"), on: DemoTally()).commands == [DemoMark("b")])
    let seenAsNews: DemoNews = DemoFlash("hidden")
    #expect(updater.outcome(of: seenAsNews, on: DemoTally()).commands.count == 2)
    #expect(!flashes.outcome(of: DemoBulletin("b"), on: DemoTally()).isHandled)
    #expect(!all.outcome(of: DemoUnknown(), on: DemoTally()).isHandled)
  }

  @Test("The same model and message give the same model and commands, each time")
  func purity() {
    let updater = CombinedUpdater<DemoModel>(
      .slice(\.left, DemoCounting(name: "l")), .slice(\.right, DemoCounting(name: "r")))
    for seed in UInt64(1)...50 {
      var random = demoRandom(seed)
      let model = DemoModel(left: DemoSlice(value: Int.random(in: -9...9, using: &random)))
      let message = DemoStep.random(&random)
      let first = updater.outcome(of: message, on: model)
      #expect(first == updater.outcome(of: message, on: model), "seed \(seed)")
    }
  }
}

extension DemoStep {
  static func random(_ random: inout some RandomNumberGenerator) -> DemoStep {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: .add(Int.random(in: -9...9, using: &random))
    case 1: .push(Int.random(in: -9...9, using: &random))
    default: .quiet
    }
  }
}
