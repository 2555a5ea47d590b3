import Foundation
import Katana
import KatanaTesting
import Millrace
import Synchronization
import Testing

private final class LiveSender: Sendable {}

@Suite
struct LiveNotificationsTests {
  private let center = NotificationCenter()
  private let recorder = DispatchRecorder()
  private let name = Notification.Name("live")

  private func text(_ notification: Notification) -> LiveMessage? {
    (notification.userInfo?["text"] as? String).map(LiveMessage.heard)
  }

  private func post(_ text: String?, by object: LiveSender? = nil, name: String = "live") {
    center.post(
      name: Notification.Name(name), object: object, userInfo: text.map { ["text": $0] })
  }

  @Test("A notification is a message, made in the thread that posts; nil is none")
  func messages() throws {
    let threads = Mutex<[Bool]>([])
    let this = pthread_self()
    let listening = try recorder.listen(
      to: Notifications(name, center: center) { notification in
        threads.withLock { $0.append(pthread_equal(pthread_self(), this) != 0) }
        return text(notification)
      }, by: NotificationsInterpreter.self)
    post("a")
    post(nil)
    post("other", name: "other")
    post("b")
    listening.stop()
    post("late")
    #expect(recorder.heard == ["a", "b"])
    #expect(threads.withLock { $0 } == [true, true, true])
  }

  @Test("With an object, only what that object posts is heard")
  func object() throws {
    let (one, other) = (LiveSender(), LiveSender())
    let listening = try recorder.listen(
      to: Notifications(name, object: one, center: center) { text($0) }, by: NotificationsInterpreter.self)
    post("one", by: one)
    post("other", by: other)
    post("nobody")
    listening.stop()
    #expect(recorder.heard == ["one"])
  }

  @Test("Name, object by identity, center, and place or id tell two apart")
  func equality() {
    let (one, other) = (LiveSender(), LiveSender())
    let make = { (object: LiveSender?, center: NotificationCenter, id: EffectID?) in
      Notifications(name, object: object, center: center, id: id) { text($0) }
    }
    #expect(make(one, center, nil) == make(one, center, nil))
    #expect(make(one, center, nil).hashValue == make(one, center, nil).hashValue)
    #expect(make(one, center, nil) != make(other, center, nil))
    #expect(make(one, center, nil) != make(nil, center, nil))
    #expect(make(nil, center, nil) != make(nil, NotificationCenter(), nil))
    #expect(make(nil, center, "a") != make(nil, center, "b"))
    #expect(make(nil, center, "a") == Notifications(name, center: center, id: "a") { _ in nil })
    #expect(make(nil, center, nil) != Notifications(name, center: center) { text($0) })
    #expect(make(nil, center, "a") != Notifications(.init("b"), center: center, id: "a") { _ in nil })
  }

  @Test("In a store it comes and goes with the model, and what it captured is released at the end")
  @MainActor
  func inStore() async throws {
    weak var captured: LiveSender?
    var live: LiveStore?
    do {
      let sender = LiveSender()
      captured = sender
      live = try LiveStore { [center] in
        (0..<2).map { _ in
          Notifications(Notification.Name("live"), center: center) { _ in
            withExtendedLifetime(sender) { LiveMessage.heard("x") }
          }
        }
      }
    }
    post("")
    try await live?.waitUntilHeard(1)
    live?.listen(false)
    post("")
    live?.listen(true)
    post("")
    try await live?.waitUntilHeard(2)
    #expect(live?.store.model.heard == ["x", "x"])
    #expect(captured != nil)
    live = nil
    #expect(captured == nil)
  }
}
