public import Flask
import Millrace
public import MillraceTesting

extension TestStore where State: FlaskState, Message == FluxMessage.Kind {
  /// Creates a test of a substance.
  ///
  /// Its messages are the kinds of the bus's requests. The test sends global mixers, and uses `perform` for
  /// the mixes and undos of reactors:
  ///
  /// ```swift
  /// let test = TestStore(cart, in: flask)
  /// test.send(.mixer("checkOut")) { $0.isPaid = true }
  /// test.perform("add tea", { view.add("tea") }) { $0.items = ["tea"] }
  /// ```
  ///
  /// - Parameters:
  ///   - substance: The substance.
  ///   - flask: The context that holds it.
  ///   - mode: The amount that must be asserted.
  ///   - patience: The longest real time to wait for something that does not arrive.
  ///   - isolation: The context's home.
  ///   - fileID: The source location, with the next three, at which failures of the whole test are reported.
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

/// A mixer known by its name alone.
private struct NamedMixer: RawRepresentable {
  let rawValue: String
}
