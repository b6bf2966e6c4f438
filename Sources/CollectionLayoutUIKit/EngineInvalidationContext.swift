#if canImport(UIKit)
    import UIKit
#elseif canImport(AppKit)
    import AppKit
#else
    import UIKitStandIn
#endif

import CollectionLayout

/// An invalidation context that says more than the platform's: what the engine has to do.
public final class EngineInvalidationContext: ViewInvalidationContext {
    /// What is invalid of the engine's layout; nil leaves it to what the platform's context says.
    public var engineContext: InvalidationContext?
    /// How many items are to be laid out that the engine has put off.
    var itemsToContinue = 0
    /// Whether they could not be laid out.
    var hasFailed = false
}
