import Katana
import KatanaTesting
import MillraceDifference
import Session
import Testing

@Suite("A session")
struct SessionUpdaterTests {
  private let updater = SessionUpdater()
  private let ticket = Ticket(person: "Ada Lovelace", token: "one", seconds: 60)
  private let next = Ticket(person: "Ada Lovelace", token: "two", seconds: 60)

  @Test("asks for a ticket, and tells the others when it is there")
  func logIn() {
    let asked = updater.outcome(
      of: SessionMessage.logIn(name: "ada", password: Redacted("lovelace")), on: .loggedOut(nil))
    #expect(asked.model == .loggingIn(name: "ada"))
    #expect(asked.commands == [LogIn(name: "ada", password: Redacted("lovelace"))])

    let answered = updater.outcome(of: SessionMessage.loggedIn(.success(ticket)), on: asked.model)
    #expect(answered.model == .loggedIn(ticket, isRenewing: false))
    #expect(answered.commands == [SessionNews.began(ticket)])
  }

  @Test(
    "does not begin without a ticket, and says why",
    arguments: [
      SessionProblem.refused("The name or the password is wrong."),
      .unanswered("The server does not answer."),
    ])
  func logInFails(problem: SessionProblem) {
    let outcome = updater.outcome(
      of: SessionMessage.loggedIn(.failure(problem)), on: .loggingIn(name: "ada"))
    #expect(outcome.model == .loggedOut(problem))
    #expect(outcome.commands == [])
  }

  @Test("has room for one person")
  func second() {
    let model = SessionModel.loggedIn(ticket, isRenewing: false)
    let outcome = updater.outcome(
      of: SessionMessage.logIn(name: "grace", password: Redacted("hopper")), on: model)
    #expect(outcome.model == model)
    #expect(outcome.commands.of(SessionNews.self).count == 1)
    #expect(outcome.commands.of(LogIn.self).isEmpty)
  }

  @Test("is renewed once, however often that is asked for")
  func renew() {
    let asked = updater.outcome(
      of: [SessionMessage.renew, SessionMessage.renew], on: .loggedIn(ticket, isRenewing: false))
    #expect(asked.model == .loggedIn(ticket, isRenewing: true))
    #expect(asked.commands == [Renew(ticket: ticket)])

    let answered = updater.outcome(of: SessionMessage.renewed(.success(next)), on: asked.model)
    #expect(answered.model == .loggedIn(next, isRenewing: false))
    #expect(answered.commands == [SessionNews.renewed(next)])
  }

  @Test("goes on without an answer, and is over with a refusal")
  func renewFails() {
    let model = SessionModel.loggedIn(ticket, isRenewing: true)
    let unanswered = updater.outcome(
      of: SessionMessage.renewed(.failure(.unanswered("No answer."))), on: model)
    #expect(unanswered.model == .loggedIn(ticket, isRenewing: false))
    #expect(unanswered.commands == [SessionNews.notRenewed("No answer.")])

    let refused = updater.outcome(of: SessionMessage.renewed(.failure(.refused("No."))), on: model)
    #expect(refused.model == .loggedOut(.refused("No.")))
    #expect(refused.commands == [SessionNews.ended])
  }

  @Test("ends with its time, and waits for no ticket any more")
  func runOut() {
    let outcome = updater.outcome(of: SessionMessage.runOut, on: .loggedIn(ticket, isRenewing: true))
    #expect(outcome.model == .loggedOut(.ranOut))
    #expect(outcome.commands == [CancelCommand(id: "tickets"), SessionNews.ended])
  }

  @Test("gives the ticket back when the person leaves")
  func logOut() {
    let outcome = updater.outcome(of: SessionMessage.logOut, on: .loggedIn(ticket, isRenewing: false))
    #expect(outcome.model == .loggedOut(nil))
    #expect(
      outcome.commands == [CancelCommand(id: "tickets"), SessionNews.ended, GiveBack(ticket: ticket)])
  }

  @Test("says so when the ticket could not be given back")
  func gaveBack() {
    let lost = SessionMessage.gaveBack(.unanswered("No answer."))
    #expect(updater.outcome(of: lost, on: .loggedOut(nil)).commands.of(SessionNews.self).count == 1)
    #expect(updater.outcome(of: SessionMessage.gaveBack(nil), on: .loggedOut(nil)).commands == [])
  }

  @Test(
    "takes no answer that comes too late",
    arguments: [
      SessionMessage.loggedIn(.success(Ticket(person: "Ada Lovelace", token: "late", seconds: 60))),
      .renewed(.success(Ticket(person: "Ada Lovelace", token: "late", seconds: 60))),
      .renewed(.failure(.refused("No."))), .renew, .runOut,
    ])
  func late(message: SessionMessage) {
    let outcome = updater.outcome(of: message, on: .loggedOut(nil))
    #expect(outcome.model == .loggedOut(nil))
    #expect(outcome.commands == [])
  }

  @Test("gives up logging in when the person leaves before the answer")
  func giveUp() {
    let outcome = updater.outcome(of: SessionMessage.logOut, on: .loggingIn(name: "ada"))
    #expect(outcome.model == .loggedOut(nil))
    #expect(outcome.commands == [CancelCommand(id: "tickets")])
    #expect(LogIn(name: "ada", password: Redacted("lovelace")).effectID == "tickets")
  }

  @Test("shows password and token to nobody who reads records")
  func secrets() {
    let command = LogIn(name: "ada", password: Redacted("lovelace"))
    let message = SessionMessage.logIn(name: "ada", password: Redacted("lovelace"))
    let ticket = Ticket(person: "Ada Lovelace", token: "secret", seconds: 60)
    let answer = SessionMessage.loggedIn(.success(ticket))
    let text = "\(command) \(message) \(answer) \(Renew(ticket: ticket)) \(SessionNews.began(ticket))"
    #expect(!text.contains("lovelace"))
    #expect(!text.contains("secret"))
  }
}
