import Testing

@testable import Flask

/// The history of states, as a value.
struct BusHistoryTests {
  /// The same, as a list of all states with a place in it.
  private struct Model {
    var limit: Int
    var states = [0]
    var place = 0
    var oldest = 0
    var depth = 0
    var closed = 0
    var hasStep = false

    mutating func change(to state: Int) {
      let old = states[place]
      if state == old { return }
      if depth > 0 && hasStep {
        states.removeSubrange((place + 1)...)
        states[place] = state
        return
      }
      hasStep = depth > 0
      states.removeSubrange((place + 1)...)
      states.append(state)
      place += 1
      if place - oldest > limit { oldest = place - limit }
    }
  }

  @Test("random changes, undos, redos and groups are those of a list with a place in it", arguments: 1...200)
  func law(seed: UInt64) {
    var random = SeededRandom(seed)
    let limit = Int.random(in: 1...4, using: &random)
    var model = Model(limit: limit)
    var history = StateHistory<Int>(limit: limit)
    var state = 0
    for step in 0..<120 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1:
        model.closed += model.depth
        model.depth = 0
        let earlier = history.undo(from: state)
        if model.place > model.oldest {
          model.place -= 1
          #expect(earlier == model.states[model.place], "seed \(seed), step \(step)")
        } else {
          #expect(earlier == nil, "seed \(seed), step \(step)")
        }
        state = earlier ?? state
      case 2, 3:
        model.closed += model.depth
        model.depth = 0
        let later = history.redo(from: state)
        if model.place + 1 < model.states.count {
          model.place += 1
          #expect(later == model.states[model.place], "seed \(seed), step \(step)")
        } else {
          #expect(later == nil, "seed \(seed), step \(step)")
        }
        state = later ?? state
      case 4:
        if model.depth == 0 {
          model.hasStep = false
          model.closed = 0
        }
        model.depth += 1
        history.beginGroup()
      case 5:
        let isKnown = model.depth > 0 || model.closed > 0
        if model.depth > 0 { model.depth -= 1 } else if model.closed > 0 { model.closed -= 1 }
        let hasEnded = history.endGroup()
        #expect(hasEnded == isKnown, "seed \(seed), step \(step)")
      default:
        let next = Int.random(in: 0..<4, using: &random)
        history.record(from: state, to: next != state)
        model.change(to: next)
        state = next
      }
      #expect(state == model.states[model.place], "seed \(seed), step \(step)")
      #expect(history.canUndo == (model.place > model.oldest), "seed \(seed), step \(step)")
      #expect(history.canRedo == (model.place + 1 < model.states.count), "seed \(seed), step \(step)")
      #expect(history.depth == model.depth, "seed \(seed), step \(step)")
    }
  }

  @Test("going back takes over the steps of an earlier value, within its own limit")
  func goBack() {
    var history = StateHistory<Int>(limit: 3)
    for state in 0..<3 { history.record(from: state, to: true) }
    let earlier = history
    history.record(from: 3, to: true)
    history.limit = 2
    history.goBack(to: earlier)
    let undone = [history.undo(from: 3), history.undo(from: 2), history.undo(from: 1)]
    #expect(undone == [2, 1, nil])
    history.goBack(to: nil)
    #expect(!history.canUndo && !history.canRedo)
  }

  @Test("a negative limit is none")
  func negative() {
    var history = StateHistory<Int>(limit: -1)
    history.record(from: 0, to: true)
    #expect(!history.canUndo)
  }
}
