import Katana
import KatanaTesting
import Testing

struct TourTally: Model, Equatable {
  var total = 0
  var rows = [1, 2, 3]
}

struct TourWord: Message, Equatable { let text: String }

/// By value, for messages of two types.
struct TourValueUpdater: Updater {
  func update(model: consuming TourTally, message: any Message) -> (TourTally, [any Command]) {
    switch message {
    case TourStep.add(let amount):
      model.total += amount
      model.rows.append(amount)
      return (model, [TourMark("added")])
    case let word as TourWord: return (TourTally(total: word.text.count), [])
    default: return (model, [])
    }
  }
}

/// By value with a parameter that is not written `consuming`.
struct TourPlainUpdater: Updater {
  func update(model: TourTally, message: any Message) -> (TourTally, [any Command]) {
    guard let word = message as? TourWord else { return (model, []) }
    return (TourTally(total: model.total + word.text.count, rows: []), [TourMark(word.text)])
  }
}

struct TourRaise: UpdateMessage, Equatable {
  let amount: Int

  func update(model: inout TourTally) -> [any Command] {
    model.total += amount
    return [TourMark("raised")]
  }
}

struct TourElsewhere: UpdateMessage {
  func update(model: inout TourSlice) -> [any Command] {
    model.value = 99
    return [TourMark("elsewhere")]
  }
}

class TourNews: Message, @unchecked Sendable {
  // Sound: nothing in it changes.
  let text: String
  init(_ text: String) { self.text = text }
}

final class TourFlash: TourNews, @unchecked Sendable {
  // Sound: nothing in it changes.
}

final class TourBulletin: TourNews, @unchecked Sendable {
  // Sound: nothing in it changes.
}

struct TourUpdaterTests {
  @Test("Any updater takes a model and a message whose types it does not know")
  func anyUpdater() throws {
    let updaters: [any AnyUpdater] = [TourCounting(name: "a"), TourValueUpdater()]
    let (slice, marks) = updaters[0].update(model: TourSlice(value: 2), message: TourStep.add(3))
    #expect(slice as? TourSlice == TourSlice(value: 5))
    #expect(CommandList(marks) == [TourMark("a2")])
    let (tally, added) = updaters[1].update(model: TourTally(), message: TourStep.add(3))
    #expect(tally as? TourTally == TourTally(total: 3, rows: [1, 2, 3, 3]))
    #expect(CommandList(added) == [TourMark("added")])
  }

  @Test("Any updater leaves another model, and its own model at another message, as they are")
  func anyUpdaterElsewhere() {
    let updaters: [any AnyUpdater] = [
      TourCounting(), TourValueUpdater(), MessageUpdater(of: TourTally.self),
      FunctionUpdater { (model: inout TourTally, message: TourStep) in [TourMark("never")] },
      CombinedUpdater<TourTally>(.full(TourValueUpdater())),
    ]
    for updater in updaters {
      let (model, commands) = updater.update(model: TourPage.empty, message: TourStep.add(1))
      #expect(model as? TourPage == .empty)
      #expect(commands.isEmpty)
    }
    for updater in updaters {
      let (model, commands) = updater.update(model: TourTally(total: 7), message: TourUnknown())
      #expect(model as? TourTally == TourTally(total: 7))
      #expect(commands.isEmpty)
    }
  }

  @Test(
    "An updater by value may take messages of several types, and gives the model that it is given otherwise")
  func byValue() {
    let updater = TourValueUpdater()
    #expect(updater.outcome(of: TourStep.add(4), on: TourTally()).model.rows == [1, 2, 3, 4])
    #expect(updater.outcome(of: TourWord(text: "four"), on: TourTally()).model.total == 4)
    let untouched = updater.outcome(of: TourUnknown(), on: TourTally(total: 1))
    #expect(untouched.model == TourTally(total: 1))
    #expect(untouched.commands.isEmpty)
    let (model, commands) = updater.update(model: TourTally(), message: TourStep.add(1))
    #expect(model.total == 1)
    #expect(CommandList(commands) == [TourMark("added")])
  }

  @Test("An updater by value whose parameter is not consuming does the same")
  func byPlainValue() {
    let outcome = TourPlainUpdater().outcome(of: TourWord(text: "word"), on: TourTally(total: 1))
    #expect(outcome.model == TourTally(total: 5, rows: []))
    #expect(outcome.commands == [TourMark("word")])
  }

  @Test("A typed updater gets its messages alone, and says of others that it does not know them")
  func typed() {
    let known = TourCounting().outcome(of: TourStep.push(4), on: TourSlice(value: 1, rows: [3]))
    #expect(known.model == TourSlice(value: 1, rows: [3, 4]))
    #expect(known.commands == [TourMark("1")])
    #expect(known.isHandled)
    let other = TourCounting().outcome(of: TourWord(text: ""), on: TourSlice(value: 1))
    #expect(other.model == TourSlice(value: 1))
    #expect(other.commands == [])
    #expect(!other.isHandled)
    var model = TourSlice()
    #expect(TourCounting().apply(TourUnknown(), to: &model) == nil)
    #expect(TourCounting().apply(TourStep.quiet, to: &model)?.isEmpty == true)
    #expect(TourCounting().update(model: TourSlice(value: 1), message: TourStep.add(1)).0.value == 2)
  }

  @Test("A closure is an updater of the messages that it takes")
  func function() {
    let updater = FunctionUpdater { (model: inout TourTally, message: TourStep) in
      model.total += 1
      return [TourMark("\(message)")]
    }
    #expect(updater.outcome(of: TourStep.quiet, on: TourTally()).commands == [TourMark("quiet")])
    #expect(!updater.outcome(of: TourUnknown(), on: TourTally()).isHandled)
    #expect(updater.update(model: TourTally(), message: TourStep.quiet).0.total == 1)
  }

  @Test("A closure may take all messages, and answers nil for those that it does not know")
  func functionForAll() {
    let updater = FunctionUpdater(any: { (model: inout TourTally, message: any Message) in
      switch message {
      case is TourStep: model.total += 1
      case is TourWord: model.total += 10
      default: return nil
      }
      return []
    })
    let outcome = updater.outcome(of: [TourStep.quiet, TourWord(text: "")], on: TourTally())
    #expect(outcome.model.total == 11)
    #expect(outcome.isHandled)
    let unknown = updater.outcome(of: [TourStep.quiet, TourUnknown()], on: TourTally())
    #expect(unknown.model.total == 1)
    #expect(!unknown.isHandled)
  }

  @Test("A message may carry its own update; one for another model is not known")
  func ownUpdate() {
    let updater = MessageUpdater(of: TourTally.self)
    let outcome = updater.outcome(of: TourRaise(amount: 5), on: TourTally())
    #expect(outcome.model.total == 5)
    #expect(outcome.commands == [TourMark("raised")])
    #expect(!updater.outcome(of: TourElsewhere(), on: TourTally()).isHandled)
    #expect(!updater.outcome(of: TourUnknown(), on: TourTally()).isHandled)
    let both = CombinedUpdater<TourModel>(.slice(\.left, MessageUpdater()))
    #expect(both.outcome(of: TourElsewhere(), on: TourModel()).model.left.value == 99)
  }

  @Test("A message may be an object: an updater of a class takes its subclasses, not its siblings")
  func classes() {
    let all = FunctionUpdater { (model: inout TourTally, message: TourNews) in
      [TourMark(message.text)]
    }
    let flashes = FunctionUpdater { (model: inout TourTally, message: TourFlash) in
      [TourMark("flash \(message.text)")]
    }
    let updater = CombinedUpdater<TourTally>(.full(all), .full(flashes))
    #expect(updater.outcome(of: TourNews("n"), on: TourTally()).commands == [TourMark("n")])
    #expect(
      updater.outcome(of: TourFlash("f"), on: TourTally()).commands == [TourMark("f"), TourMark("flash f")])
    #expect(updater.outcome(of: TourBulletin("b"), on: TourTally()).commands == [TourMark("b")])
    let seenAsNews: TourNews = TourFlash("hidden")
    #expect(updater.outcome(of: seenAsNews, on: TourTally()).commands.count == 2)
    #expect(!flashes.outcome(of: TourBulletin("b"), on: TourTally()).isHandled)
    #expect(!all.outcome(of: TourUnknown(), on: TourTally()).isHandled)
  }

  @Test("The same model and message give the same model and commands, each time")
  func purity() {
    let updater = CombinedUpdater<TourModel>(
      .slice(\.left, TourCounting(name: "l")), .slice(\.right, TourCounting(name: "r")))
    for seed in UInt64(1)...50 {
      var random = tourRandom(seed)
      let model = TourModel(left: TourSlice(value: Int.random(in: -9...9, using: &random)))
      let message = TourStep.random(&random)
      let first = updater.outcome(of: message, on: model)
      #expect(first == updater.outcome(of: message, on: model), "seed \(seed)")
    }
  }
}

extension TourStep {
  static func random(_ random: inout some RandomNumberGenerator) -> TourStep {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: .add(Int.random(in: -9...9, using: &random))
    case 1: .push(Int.random(in: -9...9, using: &random))
    default: .quiet
    }
  }
}
