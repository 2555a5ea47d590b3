import Feed
import Katana
import KatanaTesting
import MillraceTesting
import Testing

@Suite("A feed")
struct FeedUpdaterTests {
  private let updater = FeedUpdater()
  private let pass = Pass(token: "one", seconds: 60)
  private let longer = Pass(token: "two", seconds: 60)
  private let items = [FeedItem(author: "Mary", text: "The lecture is on Thursday.")]

  private func opened(_ messages: FeedMessage...) -> UpdateOutcome<FeedModel> {
    updater.outcome(of: [FeedMessage.opened(pass)] + messages, on: FeedModel())
  }

  @Test("is for those who have a pass")
  func closed() {
    let outcome = updater.outcome(of: FeedMessage.read, on: FeedModel())
    #expect(outcome.model == FeedModel())
    #expect(outcome.commands.of(FeedWish.self).count == 1)
    #expect(outcome.commands.count == 1)
  }

  @Test("loads items, and shows them")
  func read() {
    let asked = opened(.read)
    #expect(asked.model.page == .loading)
    #expect(asked.commands == [LoadItems(pass: pass)])
    #expect(opened(.read, .loaded(.success(items))).model.page == .items(items))
    #expect(opened(.read, .loaded(.failure(.failed("No answer.")))).model.page == .missing("No answer."))
  }

  @Test("wishes for a longer pass when its own is refused, and loads again with it")
  func refused() {
    let outcome = opened(.read, .loaded(.failure(.passRefused)), .prolonged(longer), .loaded(.success(items)))
    #expect(outcome.commands == [LoadItems(pass: pass), FeedWish.longerPass, LoadItems(pass: longer)])
    #expect(outcome.model.page == .items(items))
  }

  @Test("does not go round in circles when the longer pass is refused too")
  func refusedTwice() {
    let refusal = FeedMessage.loaded(.failure(.passRefused))
    let outcome = opened(.read, refusal, .prolonged(longer), refusal)
    #expect(outcome.commands.of(FeedWish.self) == [.longerPass])
    guard case .missing = outcome.model.page else {
      Issue.record("The page is \(outcome.model.page), and should say why there are no items.")
      return
    }
  }

  @Test("waits no longer when there is no longer pass")
  func notProlonged() {
    #expect(opened(.read, .loaded(.failure(.passRefused)), .notProlonged).model.page == .blank)
    #expect(opened(.read, .notProlonged).model.page == .loading)
  }

  @Test("reminds of its end three times, and tells when it has come")
  func countDown() {
    let seconds = Array(repeating: FeedMessage.secondPassed, count: 61)
    let outcome = updater.outcome(of: [FeedMessage.opened(pass)] + seconds, on: FeedModel())
    #expect(
      outcome.commands == [FeedWish.longerPass, FeedWish.longerPass, FeedWish.longerPass, FeedWish.passOver])
    #expect(outcome.model.secondsLeft == 0)
  }

  @Test("begins to count anew with a longer pass")
  func prolonged() {
    let outcome = opened(.secondPassed, .prolonged(longer))
    #expect(outcome.model.secondsLeft == 60)
    #expect(outcome.model.pass == longer)
    #expect(updater.outcome(of: FeedMessage.prolonged(longer), on: FeedModel()).model == FeedModel())
  }

  @Test("forgets everything when it is closed, and takes no answer after it")
  func close() {
    let outcome = opened(.read, .closed, .loaded(.success(items)))
    #expect(outcome.model == FeedModel())
    #expect(outcome.commands == [LoadItems(pass: pass), CancelCommand(id: "items")])
  }

  @Test("listens to the clock while there is a pass")
  func subscriptions() {
    let provider = FeedSubscriptions()
    #expect(provider.subscriptions(model: FeedModel(), message: nil).isEmpty)
    let wanted = provider.subscriptions(model: opened().model, message: nil)
    #expect(wanted.compactMap { $0 as? Every } == [Every(.seconds(1), send: FeedMessage.secondPassed)])
  }

  @Test("hears of sixty seconds without waiting for one")
  func seconds() async {
    let clock = ManualClock()
    let recorder = DispatchRecorder(environment: StoreEnvironment(clock: clock))
    let listening = recorder.listen(
      to: Every(.seconds(1), send: FeedMessage.secondPassed), by: EveryInterpreter.self)
    await clock.advance(by: .seconds(60)) { await clock.waitForSleepers(count: 1) }
    await recorder.waitForMessages(count: 60)
    listening.stop()
    #expect(recorder.messages(of: FeedMessage.self) == Array(repeating: .secondPassed, count: 60))
  }
}
