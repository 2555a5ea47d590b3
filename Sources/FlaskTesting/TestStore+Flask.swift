public import Flask
import Millrace
public import MillraceTesting

extension TestStore where State: FlaskState, Message == FluxMessage.Kind {
  /// Tests a substance; its messages are the kinds of what the bus is asked for.
  ///
  /// Global mixers are sent. What reactors mix, and undo, is done with `perform`:
  ///
  /// ```swift
  /// let test = TestStore(cart, in: flask)
  /// test.send(.mixer("checkOut")) { $0.isPaid = true }
  /// test.perform("add tea", { view.add("tea") }) { $0.items = ["tea"] }
  /// ```
  ///
  /// - Parameters:
  ///   - substance: The substance.
  ///   - flask: The context it is in.
  ///   - mode: How much must be asserted.
  ///   - patience: How long, in real time, is waited for what does not come.
  ///   - isolation: Where the context lives.
  ///   - fileID: Where failures of the test as a whole are reported, as are the next three.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  public convenience init(
    _ substance: Substance<State>, in flask: Flask, mode: Mode = .exhaustive,
    patience: Duration = .seconds(10), isolation: isolated (any Actor)? = #isolation,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    self.init(
      flow: flask.bus.flow, mode: mode, patience: patience, state: { substance.state },
      send: { kind in
        if case .mixer(let name) = kind {
          flask.substances(reactTo: NamedMixer(rawValue: name), isolation: isolation)
        }
      },
      read: { ($0.message as? FluxMessage)?.kind },
      isolation: isolation, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// A mixer of which nothing is known but the name.
private struct NamedMixer: RawRepresentable {
  let rawValue: String
}
