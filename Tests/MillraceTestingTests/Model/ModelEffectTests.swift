import Millrace
import MillraceTesting
import Testing

@Suite("Effects in a model check")
struct ModelEffectTests {
  private enum Message: Hashable, Sendable {
    case ask
    case stop
    case answer(Int)
  }

  private struct Asked: Hashable {
    var count = 0
    var list: [Int] = []
  }

  /// Every list of answers that can be there when nothing more can happen, where up to `count` effects are
  /// asked for, one after another, in a queue.
  private static func lists(
    of count: Int = 2, in queue: EffectQueue? = nil, messages: [Message] = [.ask],
    answers: @escaping (Int) -> [EffectAnswer<Message>] = { [.sends(.answer($0))] }
  ) -> Set<[Int]> {
    let logic = Logic<Asked, Message>(Asked()) { asked, message in
      switch message {
      case .ask:
        if asked.count == count { return .unhandled }
        asked.count += 1
        return .run(in: queue, id: "all", label: EffectLabel(asked.count)) { _ in }
      case .stop:
        if asked.count < count || asked.list.last == 0 { return .unhandled }
        asked.list.append(0)
        return .cancel(id: "all")
      case .answer(let number):
        asked.list.append(number)
        return .none
      }
    }
    let report = ModelCheck(logic, messages: messages)
      .answers { answers($0.label?.value as? Int ?? 0) }
      .run(ModelBounds(states: 5000))
    #expect(report.isSuccess, "\(report)")
    return Set(report.deadEnds.map(\.list))
  }

  @Test("are cancelled as later steps of a sequence, too, but not behind the cancellation in their own")
  func laterSteps() {
    func lists(restarts: Bool) -> Set<[Int]> {
      let logic = Logic<Asked, Message>(Asked()) { asked, message in
        func work(_ number: Int, id: EffectID) -> Effect<Message> {
          .run(id: id, label: EffectLabel(number)) { _ in }
        }
        switch message {
        case .ask:
          if asked.count == 1 { return .unhandled }
          asked.count = 1
          return restarts
            ? .concatenate(.cancel(id: "all"), work(1, id: "one"), work(2, id: "all"))
            : .concatenate(work(1, id: "one"), .merge(work(2, id: "all"), work(3, id: "other")))
        case .stop:
          if asked.list != [] || asked.count == 0 || restarts { return .unhandled }
          asked.list.append(0)
          return .cancel(id: "all")
        case .answer(let number):
          asked.list.append(number)
          return .none
        }
      }
      let report = ModelCheck(logic, messages: [.ask, .stop])
        .answers { [.sends(.answer($0.label?.value as? Int ?? 0))] }
        .run(ModelBounds(states: 5000))
      #expect(report.isSuccess, "\(report)")
      return Set(report.deadEnds.map(\.list))
    }
    #expect(lists(restarts: true) == [[1, 2]])
    #expect(lists(restarts: false) == [[1, 2, 3], [1, 3, 2], [0, 1, 3]])
  }

  @Test("answer in every order without a queue")
  func free() {
    #expect(
      Self.lists(of: 3).sorted { $0.lexicographicallyPrecedes($1) } == [
        [1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1],
      ])
  }

  @Test("obey the strategy of their queue")
  func strategies() {
    let all: Set<[Int]> = [[1, 2], [2, 1]]
    #expect(Self.lists(in: .merge("q")) == all)
    #expect(Self.lists(in: .concat("q")) == [[1, 2]])
    #expect(
      Self.lists(of: 3, in: .concurrent("q", max: 2)) == [[1, 2, 3], [2, 1, 3], [1, 3, 2], [2, 3, 1]])
    #expect(Self.lists(in: .latest("q")) == [[1, 2], [2]])
    #expect(Self.lists(in: .exhaust("q")) == [[1, 2], [1]])
    #expect(Self.lists(in: .debounce("q", for: .seconds(1))) == [[1, 2], [2]])
    #expect(Self.lists(in: .debounce("q", for: .seconds(1), cancelsRunning: false)) == [[1, 2], [2]])
    #expect(Self.lists(of: 3, in: .throttle("q", for: .seconds(1))).contains([1, 3]))
    #expect(!Self.lists(of: 3, in: .throttle("q", for: .seconds(1), latest: false)).contains([1, 3]))
  }

  @Test("of a debounce queue are never answered after a newer request, unless the queue does not cancel")
  func debounce() {
    func report(_ queue: EffectQueue) -> ModelReport<[Int], Int> {
      // The request, and what it was answered with; a message above zero asks, one below answers.
      let logic = Logic<[Int], Int>([]) { asked, message in
        if message > 0 {
          asked = [message]
          return .run(in: queue, label: EffectLabel(message)) { _ in }
        }
        asked.append(-message)
        return .none
      }
      return ModelCheck(logic, messages: [1, 2])
        .answers { [.sends(-($0.label?.value as? Int ?? 0))] }
        .always("an answer is that to the newest request") { Set($0).count <= 1 }
        .run(ModelBounds(states: 1000))
    }
    #expect(report(.debounce("q", for: .seconds(1))).failures.isEmpty)
    #expect(!report(.debounce("q", for: .seconds(1), cancelsRunning: false)).failures.isEmpty)
  }

  @Test("tell that a queue was full")
  func full() {
    let logic = Logic<Int, Int>(0) { count, message in
      count = message
      return message == 0 ? .none : .run(in: .concat("q").capacity(0), label: "work") { await $0(0) }
    }
    let report = ModelCheck(logic, messages: [1]).answers { _ in [.sends(0)] }.run()
    #expect(report.failures.map(\.name) == ["work was dropped because its queue is full"])
    #expect(report.failures.first?.path?.steps.count == 2)
  }

  @Test("are cancelled by id, and then say no more")
  func cancelled() {
    #expect(Self.lists(messages: [.ask, .stop]).contains([0]))
    #expect(Self.lists(in: .concat("q"), messages: [.ask, .stop]).contains([1, 0]))
    #expect(!Self.lists(messages: [.ask, .stop]).contains([0, 1]))
  }

  @Test("send several messages in a row, between which others may come")
  func several() {
    let lists = Self.lists { $0 == 1 ? [.sends(.answer(1), .answer(11))] : [.sends(.answer(2))] }
    #expect(lists == [[1, 11, 2], [1, 2, 11], [2, 1, 11]])
  }

  @Test("give one of their answers, end without any, or never answer")
  func alternatives() {
    #expect(Self.lists(of: 1) { _ in [.sends(.answer(7)), .sends(.answer(8)), .ends] } == [[7], [8], []])
    #expect(Self.lists(in: .concat("q")) { $0 == 1 ? [.never, .ends] : [.sends(.answer(2))] } == [[], [2]])
  }

  @Test("come in the order of their delays as far as that is certain")
  func delays() {
    // Asked for one after another: the first, with the shorter time, is never overtaken.
    let ordered = Self.lists { [.after(.seconds($0), .answer($0))] }
    #expect(ordered == [[1, 2]])
    let open = Self.lists { [.after(.seconds(3 - $0), .answer($0))] }
    #expect(open == [[1, 2], [2, 1]])
    let same = Self.lists { [.after(.seconds(1), .answer($0))] }
    #expect(same == [[1, 2], [2, 1]])
    let atOnce = Logic<[Int], Int>(
      [],
      effect: .merge(.run(label: "slow") { _ in }, .run(label: "fast") { _ in }, .run(label: "any") { _ in })
    ) { list, message in
      list.append(message)
      return .none
    }
    let report = ModelCheck(atOnce, messages: []).answers { effect in
      switch effect.label {
      case "slow": [.after(.seconds(2), 2)]
      case "fast": [.after(.seconds(1), 1)]
      default: [.sends(0)]
      }
    }.run()
    #expect(Set(report.deadEnds) == [[0, 1, 2], [1, 0, 2], [1, 2, 0]])
  }

  @Test("come again and again")
  func ticks() {
    let logic = Logic<Int, Int>(0, effect: .run(label: "ticks") { _ in }) { count, _ in
      count = (count + 1) % 4
      return .none
    }
    let report = ModelCheck(logic, messages: []).answers { _ in [.repeats(every: .seconds(1), 1)] }.run()
    #expect(report.isSuccess)
    #expect(report.states == 4)
    #expect(report.deadEnds.isEmpty)
  }

  @Test("begin one after another in a sequence, also when one is cancelled")
  func sequences() {
    let logic = Logic<[Int], Int>([]) { list, message in
      list.append(message)
      let work = [1, 2, 3].map { number in
        Effect<Int>.run(id: EffectID(number), label: EffectLabel(number)) { await $0(number) }
      }
      switch message {
      case 0: return .concatenate(.merge(work[0], work[1]), .send(9), work[2])
      case 8: return .cancel(id: EffectID(1))
      default: return .none
      }
    }
    let report = ModelCheck(logic, messages: { $0.isEmpty ? [0] : $0.contains(8) ? [] : [8] })
      .answers { [.sends($0.label?.value as? Int ?? 0)] }
      .run()
    let lists = Set(report.deadEnds)
    #expect(
      lists.isSuperset(of: [[0, 1, 2, 9, 3, 8], [0, 2, 1, 9, 8, 3], [0, 8, 2, 9, 3], [0, 2, 8, 9, 3]]))
    #expect(
      lists.allSatisfy { list in
        guard let nine = list.firstIndex(of: 9), let three = list.firstIndex(of: 3) else { return false }
        return nine < three && list[..<nine].contains(2) && !list[nine...].contains(1)
      })
    #expect(report.isComplete)
  }

  @Test("are in flight between two steps of a sequence, and not behind its last", arguments: [false, true])
  func betweenSteps(isInner: Bool) {
    let logic = Logic<[Int], Int>([]) { list, message in
      list.append(message)
      let work = [1, 2].map { number in Effect<Int>.run(label: EffectLabel(number)) { await $0(number) } }
      return message == 0 ? .concatenate(isInner ? .concatenate(work[0]) : work[0], work[1]) : .none
    }
    let report = ModelCheck(logic, messages: { $0.isEmpty ? [0] : [] })
      .answers { [.sends($0.label?.value as? Int ?? 0)] }
      .always("work is in flight until the last answer") { list, effects in
        effects.isEmpty == (list.isEmpty || list.last == 2)
      }
      .run()
    #expect(report.isSuccess, "\(report)")
    #expect(report.deadEnds == [[0, 1, 2]])
  }
}
