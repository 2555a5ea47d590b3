import Millrace
import MillraceSupport

/// The operations of one part on its storage: one at a time, in the order of the changes.
final class KeptWriter<Value: Equatable & Sendable>: Sendable {
  private struct State {
    /// The number of the newest value that was written.
    var number: UInt64 = 0
    /// The bytes that were read or written last.
    var known: [UInt8]?
  }

  /// The result of a write.
  enum Written: Sendable {
    /// The value is there; the place of what was set aside.
    case done(aside: String?)
    /// There is something else than was known.
    case overtaken(KeptMachine<Value>.Found)
    case failed(KeepError)
  }

  let storage: any KeptStorage
  let form: KeptForm<Value>
  /// The lock is held during an operation.
  private let state = Locked(State())

  init(_ storage: any KeptStorage, _ form: KeptForm<Value>) {
    self.storage = storage
    self.form = form
  }

  func read() -> KeptMachine<Value>.Found { state.withLock { read(&$0) } }

  private func read(_ state: inout State) -> KeptMachine<Value>.Found {
    do {
      guard let bytes = try storage.read() else {
        state.known = nil
        return .missing
      }
      if bytes == state.known { return .same }
      state.known = bytes
      return .value(try form.decode(bytes))
    } catch let error as KeepError {
      return .unusable(error)
    } catch {
      return .unusable(.cannotRead(location: form.location, reason: CodingReason.text(error)))
    }
  }

  /// Writes a value, unless a newer one was written.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - number: The number of the value, which increases.
  ///   - isGiven: True to write only over what is known.
  ///   - isDamaged: True to set aside what is there.
  func write(_ value: Value, number: UInt64, overKnown isGiven: Bool, settingAside isDamaged: Bool) -> Written
  {
    state.withLock { state in
      if number < state.number { return .done(aside: nil) }
      do throws(KeepError) {
        let bytes = try form.encode(value)
        if isGiven && !isDamaged {
          let found = read(&state)
          switch found {
          case .value, .unusable: return .overtaken(found)
          case .same, .missing: break
          }
        }
        let aside = isDamaged ? try setAside() : nil
        do { try storage.write(bytes) } catch {
          throw KeepError.cannotWrite(location: form.location, reason: CodingReason.text(error))
        }
        state.number = number
        state.known = bytes
        return .done(aside: aside)
      } catch {
        return .failed(error)
      }
    }
  }

  private func setAside() throws(KeepError) -> String? {
    do { return try storage.read() == nil ? nil : storage.setAside() } catch {
      throw .cannotWrite(
        location: form.location, reason: "what is there could not be set aside: \(CodingReason.text(error))")
    }
  }
}
