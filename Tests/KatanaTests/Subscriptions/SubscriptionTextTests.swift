import Foundation
import Millrace
import MillraceTesting
import Testing

@testable import Katana

@Suite("The texts of subscriptions and their errors")
@MainActor
struct SubscriptionTextTests {
  private static let unseen: @Sendable (Int32) -> (any Katana.Message)? = { _ in nil }

  @Test("A subscription is called by what it listens to, and where it is written or its id")
  func names() {
    #expect(
      "\(Signals(2, 15, fileID: "App/Main.swift", line: 7, message: Self.unseen))"
        == "Signals(2, 15) at App/Main.swift:7")
    #expect("\(Signals(2, id: "end", message: Self.unseen))" == "Signals(2) with the id end")
    #expect(
      "\(FileChanges("/tmp/notes", fileID: "App/Main.swift", line: 7) { _ in nil })"
        == "FileChanges(/tmp/notes) at App/Main.swift:7")
    #expect(
      "\(StandardInput(fileID: "App/Main.swift", line: 7) { _ in nil })"
        == "StandardInput(descriptor: 0) at App/Main.swift:7")
    #expect(
      "\(Notifications(Notification.Name("saved"), id: "3") { _ in nil })"
        == "Notifications(saved) with the id 3")
  }

  @Test("An error that says what to do is reported without more advice")
  func advice() {
    #expect(
      "\(FlowError.subscriptionFailed(store: "app", label: "x", error: KatanaError.noSubscriptionInterpreter(subscription: "Ticks")))"
        == """
        The subscription `x` of the store `app` failed and has ended: No interpreter is registered for the \
        subscription `Ticks`, so it was not started; add one to the store's `subscriptionInterpreters`.
        """)
  }

  @Test("Errors of a store's parts name the part, and say what to do")
  func parts() {
    #expect(
      "\(KatanaError.otherModel(part: "SliceUpdater", model: "App", of: "Slice"))"
        == """
        `SliceUpdater` is for the model `Slice`, but was given to a store or a part of the model `App`; lead to its model \
        with `.slice`, or give it to a store of its model.
        """)
    #expect(
      "\(KatanaError.ambiguousSubscription(subscription: "Signals(2) at App/Main.swift:7"))"
        == """
        The subscription `Signals(2) at App/Main.swift:7` is requested more than once, by closures of one source location \
        that cannot be compared, so only the first one receives anything; give each an `id`, or request it once.
        """)
    #expect(
      "\(KatanaError.modelIsGone(model: "App"))"
        == "The model `App` cannot be read, because its store has ended; end the work of the interpreter.")
  }
}
