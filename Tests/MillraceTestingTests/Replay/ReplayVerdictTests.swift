import Millrace
import MillraceTesting
import Testing

/// Histories of states without ==, and of stores that end.
@MainActor
struct ReplayVerdictTests {
  private struct Tags: Codable {
    var names: Set<String> = []
    var count = 0
  }

  private enum Message: Codable, Sendable {
    case add(Set<String>)
  }

  private func tags(_ flow: Flow) -> Store<Tags, Message> {
    Store(Tags(), name: "tags", flow: flow) { tags, message in
      guard case .add(let names) = message else { return .none }
      tags.names.formUnion(names)
      tags.count += 1
      return tags.count == 1 ? .send(.add(Set((0..<20).map { "own \($0)" }))) : .none
    }
  }

  @Test("Sets in values without == agree in whatever order they are")
  func sets() throws {
    let flow = Flow()
    let store = tags(flow)
    let recorder = try HistoryRecorder(flow)
    try recorder.record(store)
    for step in 1...10 { store.send(.add(Set((0..<20).map { "\($0 * step)" }))) }
    try recorder.finish()
    #expect(try Replay(lines: recorder.text).divergence { try $0.add(tags($0.flow)) } == nil)
    let changed = recorder.text.replacing(#""own 7""#, with: #""own 8""#)
    #expect(try Replay(lines: changed).divergence { try $0.add(tags($0.flow)) } != nil)
  }

  @Test("A turn of another store with the name of one that has ended ends the recording")
  func successor() throws {
    let flow = Flow()
    flow.errorHandler = { _ in }
    let recorder = try HistoryRecorder(flow)
    var store: Store<Tags, Message>? = tags(flow)
    if let store { try recorder.record(store) }
    store?.send(.add(["a"]))
    store = nil
    let other = tags(flow)
    other.send(.add(["b"]))
    #expect(throws: HistoryError.nameTaken(store: "tags")) { try recorder.finish() }
    #expect(recorder.turnCount == 2)
  }

  @Test("A recording that could not be finished says so each time")
  func finishTwice() throws {
    struct No: Error, CustomStringConvertible { let description = "no" }
    let flow = Flow()
    let store = tags(flow)
    let recorder = try HistoryRecorder(flow, statesEvery: 10)
    try recorder.record(
      store, state: { if $0.count > 0 { throw No() } else { $0.count } }, message: { $0 })
    store.send(.add([]))
    let error = HistoryError.stateNotEncodable(store: "tags", turn: 2, reason: "no")
    #expect(throws: error) { try recorder.finish() }
    #expect(throws: error) { try recorder.finish() }
  }
}
