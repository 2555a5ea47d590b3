import Foundation
import Testing

@testable import KatanaHTTP
@testable import MillraceHTTP

@Suite("What waits for a reader")
struct InboxTests {
  let head = AnswerHead(status: 200, headers: [:])
  let failure = HTTPTransportFailure(.connectionLost, url: URL(filePath: "/"), text: "gone")

  @Test("what has come is fetched once, with the head at first and the end at last")
  func pieces() {
    var inbox = Inbox(capacity: 4)
    #expect(inbox.fetch() == .nothing)
    inbox.receive(head)
    #expect(inbox.receive([1, 2]) == true)
    #expect(inbox.fetch() == .piece(.init(head: head, bytes: [1, 2]), resumes: false))
    #expect(inbox.fetch() == .nothing)
    #expect(inbox.receive([3]) == true)
    inbox.finish(nil)
    #expect(inbox.fetch() == .piece(.init(bytes: [3], isLast: true), resumes: false))
    #expect(inbox.fetch() == .piece(.init(isLast: true), resumes: false))
  }

  @Test("a full inbox takes nothing, and says when there is room again")
  func full() {
    var inbox = Inbox(capacity: 4)
    #expect(inbox.receive([1, 2, 3]) == true)
    #expect(inbox.receive([4, 5]) == false)
    #expect(inbox.fetch() == .piece(.init(bytes: [1, 2, 3]), resumes: true))
    // One piece is taken however large it is, or it could never be.
    #expect(inbox.receive([4, 5, 6, 7, 8]) == true)
    #expect(inbox.receive([9]) == false)
    #expect(inbox.fetch() == .piece(.init(bytes: [4, 5, 6, 7, 8]), resumes: true))
    #expect(inbox.fetch() == .nothing)
    #expect(inbox.receive([9]) == true)
    #expect(inbox.fetch() == .piece(.init(bytes: [9]), resumes: false))
  }

  @Test("what came before a failure is given before it")
  func failed() {
    var inbox = Inbox(capacity: 4)
    #expect(inbox.receive([1]) == true)
    inbox.finish(failure)
    #expect(inbox.fetch() == .piece(.init(bytes: [1]), resumes: false))
    #expect(inbox.fetch() == .failure(failure))
    inbox.finish(nil)
    #expect(inbox.fetch() == .failure(failure))
  }

  @Test("one that is cancelled gives nothing more, and says once that it was not over")
  func cancelled() {
    var inbox = Inbox(capacity: 4)
    #expect(inbox.receive([1]) == true)
    let first = inbox.cancel()
    let second = inbox.cancel()
    #expect(first && !second)
    inbox.finish(failure)
    #expect(inbox.fetch() == .cancelled)
  }
}
