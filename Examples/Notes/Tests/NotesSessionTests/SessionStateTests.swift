import Foundation
import Harvest
import NotesModel
import Testing

@testable import NotesSession

@Suite("What there is to say about the connection")
struct SessionStateTests {
  private func state(after inputs: SessionInput...) -> SessionState {
    var state = SessionState()
    for input in inputs { _ = sessionMapping.apply(input, to: &state) }
    return state
  }

  @Test("The banner says why one is offline, and when it is tried again")
  func banners() {
    let failed = SessionInput.unreachable(reason: "Nobody answers at port 80.")
    #expect(state().banner == "Connecting to the server.")
    #expect(
      state(after: .unplug).banner
        == "Offline by your choice; changes are sent when you go online again.")
    #expect(
      state(after: failed).banner
        == "Offline: Nobody answers at port 80. The client tries again within a second.")
    #expect(
      state(after: failed, .retry).banner
        == "Offline: Nobody answers at port 80. The client is trying again now.")
    #expect(
      state(after: failed, .retry, failed).banner
        == "Offline: Nobody answers at port 80. The client tries again within 2 seconds.")
    #expect(state(after: failed, .tryNow).banner == "Connecting to the server.")
    #expect(
      state(after: .refused(reason: "It wants a token.")).banner
        == "Offline: It wants a token. The client does not try again by itself.")
    #expect(state(after: .greeted(Greeting(id: "a", sequence: 1))).banner == nil)
  }

  @Test(
    "Failures are counted in a row: a server that is well begins anew, and so does a person who wants it now")
  func failures() {
    let failed = SessionInput.unreachable(reason: "No answer.")
    let greeted = SessionInput.greeted(Greeting(id: "a", sequence: 1))
    #expect(state(after: failed, .retry, failed, .retry, failed).failures == 3)
    #expect(state(after: failed, .retry, greeted, .settled).failures == 0)
    #expect(state(after: failed, .retry, greeted, .settled, .lost(reason: "It broke off.")).failures == 1)
    for anew in [SessionInput.tryNow, .resumed] {
      #expect(state(after: failed, .retry, failed, anew, failed).failures == 1)
    }
    #expect(state(after: failed, .unplug, .plug).failures == 0)
  }

  @Test(
    "A server that greets, and fails at all else, fails in a row; while it is there, nothing is said of it")
  func greeting() {
    let greeted = SessionInput.greeted(Greeting(id: "a", sequence: 1))
    let lost = SessionInput.lost(reason: "It broke off.")
    #expect(state(after: greeted, lost, .retry, greeted, lost, .retry, greeted).failures == 2)
    #expect(state(after: greeted, lost, .retry, greeted).reason == nil)
    #expect(
      state(after: greeted, lost, .retry, greeted, lost).banner
        == "Offline: It broke off. The client tries again within 2 seconds.")
  }

  @Test("What is rejected leaves nothing behind")
  func rejected() {
    let greeted = SessionInput.greeted(Greeting(id: "a", sequence: 1))
    let online = state(after: greeted)
    #expect(state(after: greeted, .unreachable(reason: "Too late."), .plug, .tryNow, .retry) == online)
    let unplugged = state(after: .unplug)
    #expect(
      state(after: .unplug, greeted, .lost(reason: "Too late."), .refused(reason: "Too late."), .resumed)
        == unplugged)
    let failed = state(after: greeted, .lost(reason: "It broke off."))
    #expect(state(after: greeted, .lost(reason: "It broke off."), .settled) == failed && failed.failures == 1)
  }

  @Test("Who the server is, is known for as long as nobody else is greeted")
  func identity() {
    let first = Greeting(id: "a", sequence: 1)
    let second = Greeting(id: "a", sequence: 9)
    #expect(state().greeting == nil)
    #expect(state(after: .greeted(first), .lost(reason: "It broke off.")).greeting == first)
    #expect(
      state(after: .greeted(first), .lost(reason: "It broke off."), .retry, .greeted(second)).greeting
        == second)
  }

  @Test("Whatever a file says of earlier failures, one more is one that can be waited after")
  func extremes() throws {
    for failures in [Int.min, -1, 0, 1, 5, 6, 7, Int.max] {
      let text = #"{"phase": "connecting", "failures": \#(failures)}"#
      var state = try JSONDecoder().decode(SessionState.self, from: Data(text.utf8))
      _ = sessionMapping.apply(.unreachable(reason: "No answer."), to: &state)
      #expect(
        1...SessionState.mostFailures ~= state.failures && state.phase == .waiting && state.banner != nil)
    }
  }
}
