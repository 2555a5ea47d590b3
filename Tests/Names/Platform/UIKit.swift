// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Names of UIKit, and those of Foundation that only Apple's systems have, with as much of their shape as the
// check of names uses. There is no behaviour here.

@MainActor open class UIResponder { public init() {} }
@MainActor open class UIView: UIResponder {}
@MainActor open class UIViewController: UIResponder {
  public let view = UIView()
  open func viewDidLoad() {}
}
public struct Selector { public init(_ text: String) {} }
public final class UIAction {}
public final class UIEvent {}
public final class UICommand {}
