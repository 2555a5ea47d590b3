public import Millrace
public import MillraceToolkit

/// What is executed and posted at home while nothing looks on: the same turns in the same order, without messages.
///
/// These are generic, so that they are compiled for the type at hand where they are called; what they do is what
/// ``EngineCore/observe(_:)`` does with a message.
extension EngineCore {
  /// Takes the turn of an event that was published at home; false when it needs a message.
  @inlinable
  func publishDirectly<C: Command>(_ event: Event<C>) -> Bool {
    guard isPlain && !desk.hasEntries && !StackRoom.isShort,
      let list = listeners[ObjectIdentifier(Event<C>.self)]
    else { return false }
    return unmanagedStore._withUnsafeGuaranteedRef { store in
      StoreInternals(store).takeUnseenTurn { desk.inTurn { tell(event, list) } }
    }
  }

  /// Takes the turn of a command that was executed at home, and that of its event; false when it needs a message.
  @inlinable
  func executeDirectly<C: Command>(_ command: C) -> Bool {
    guard isPlain && !desk.hasEntries && !StackRoom.isShort, let entry = handlers[ObjectIdentifier(C.self)],
      let handler = entry as? PromptHandler<C>, handler.life.isActive
    else { return false }
    return unmanagedStore._withUnsafeGuaranteedRef { store in
      StoreInternals(store).takeUnseenTurn {
        desk.inTurn {
          do {
            let event = try handler.body(command)
            // The handler may have executed or published something, which comes first, or registered somebody who
            // looks on.
            if isPlain && !desk.hasEntries, let list = listeners[ObjectIdentifier(Event<C>.self)],
              StoreInternals(store).continueUnseenTurn()
            {
              tell(event, list)
            } else {
              send(.publish(event, nil, from: 0))
            }
          } catch {
            send(.fail(command, error, nil))
          }
        }
      }
    }
  }

  @inlinable
  func tell<C: Command>(_ event: Event<C>, _ list: AnyListenerList) {
    // Sound: what is kept under the type of an event is the list of its listeners.
    if !unsafeDowncast(list, to: ListenerList<C>.self).tell(event, only: nil) { miss(event) }
  }
}
