import MillraceCoding
import MillraceInspectorWire

/// The way back of a request's answer, from any thread.
struct InspectorAnswer: Sendable {
  let link: InspectorLink
  let connection: Int
  let request: UInt64

  func callAsFunction(_ body: [UInt8] = []) {
    // A body at the limit of a frame would leave no room for the head.
    if body.count > Frame.sizeLimit - 1024 {
      return fail("The answer is larger than a frame can be. Ask for less.")
    }
    put(Frame([("answer", .init(number: request))], body: body))
  }

  func fail(_ sentence: String) {
    put(Frame([("answer", .init(number: request)), ("error", .text(sentence))]))
  }

  private func put(_ frame: Frame) { link.put(frame, .answer(connection: connection)) }
}
